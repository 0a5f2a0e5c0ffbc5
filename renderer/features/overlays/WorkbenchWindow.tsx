import { useTranslation } from 'react-i18next';
import { useRingside } from '#renderer/data/hooks.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import type { OptionsOf } from '#shared/contract/overlay/widget.ts';
import { usePageSize } from './usePageSize.ts';

export interface WorkbenchWindowProps {
  linkId: string;
  options: OptionsOf<'workbench'>;
}

/** Opens this workbench as a window of its own, for window capture. */
export function WorkbenchWindow({ linkId, options }: WorkbenchWindowProps) {
  const { t } = useTranslation();
  const { platform, showProblem } = useRingside();
  const { width, height } = usePageSize(options);
  const transparent = options.background.kind === 'transparent';
  const open = async () => {
    const { app } = platform;
    if (app !== null) {
      const answer = await app.openWorkbench({ layout: options.layout, transparent, linkId });
      if (!answer.ok) showProblem(answer.problem);
      return;
    }
    const query = new URLSearchParams({ link: linkId });
    window.open(`/workbench?${query}`, 'ringside-workbench', `popup,width=${width},height=${height}`);
  };
  return (
    <div className="share__row">
      <Button
        small
        look="outlined"
        icon="external-link"
        label={t('workbench.open')}
        onClick={() => void open()}
      />
      <span className="muted small">
        {t(platform.app === null ? 'workbench.openWeb' : 'workbench.openApp')}
      </span>
    </div>
  );
}
