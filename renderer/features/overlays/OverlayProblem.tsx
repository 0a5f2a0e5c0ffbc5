import { useTranslation } from 'react-i18next';
import { useRingside } from '#renderer/data/hooks.ts';
import { useProblemText } from '#renderer/kit/i18n/useText.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import type { Problem } from '#shared/contract/error.ts';

/** Why no widget can be shown at the moment, and the way out where there is one. */
export function OverlayProblem({ problem }: { problem: Problem }) {
  const { t } = useTranslation();
  const { attempt } = useRingside();
  const problemText = useProblemText();
  return (
    <div className="banner banner--error extras__problem" role="alert">
      <i className="pi pi-exclamation-triangle" aria-hidden="true" />
      <span className="spread">{problemText(problem)}</span>
      {problem.code === 'overlay.portTaken' && (
        <Button
          small
          look="outlined"
          label={t('widgets.movePort')}
          onClick={() => void attempt('overlay.movePort', {})}
        />
      )}
    </div>
  );
}
