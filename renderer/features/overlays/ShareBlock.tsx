import { InputText } from 'primereact/inputtext';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import type { OverlayLinkView } from '#shared/contract/overlay/link.ts';
import { ObsGuide } from './ObsGuide.tsx';
import { useAddressOf } from './overlayPage.ts';
import { QrDialog } from './QrDialog.tsx';
import type { LinkActions } from './useLinkActions.ts';
import { WorkbenchWindow } from './WorkbenchWindow.tsx';

/** The widget's link and every way to get it into streaming software. */
export function ShareBlock({ link, actions }: { link: OverlayLinkView; actions: LinkActions }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const [shown, setShown] = useState<'qr' | 'obs' | null>(null);
  const address = useAddressOf()(link);
  return (
    <section className="share" aria-label={t('widgets.link')}>
      <Copied
        label={t('widgets.link')}
        value={address}
        button={t('widgets.copy')}
        onCopy={() => void actions.copy(address)}
      />
      {link.file !== '' && (
        <Copied
          label={t('widgets.file')}
          value={link.file}
          hint={t('widgets.file.help')}
          button={t('widgets.copyPath')}
          onCopy={() => void actions.copy(link.file)}
        />
      )}
      <div className="share__row">
        <Button small look="outlined" icon="qrcode" label={t('widgets.qr')} onClick={() => setShown('qr')} />
        <Button
          small
          look="outlined"
          icon="question-circle"
          label={t('widgets.obs')}
          onClick={() => setShown('obs')}
        />
        <Button
          small
          look="outlined"
          danger
          icon="ban"
          label={t('widgets.revoke')}
          onClick={() => void actions.revoke(link)}
        />
        <span className="muted small" role="status">
          {link.open === 0
            ? t('widgets.openNowhere')
            : t('widgets.open', { count: link.open, shown: number(link.open) })}
        </span>
      </div>
      {link.options.kind === 'workbench' && <WorkbenchWindow linkId={link.id} options={link.options} />}
      {shown === 'qr' && <QrDialog name={link.name} address={address} onClose={() => setShown(null)} />}
      {shown === 'obs' && <ObsGuide options={link.options} onClose={() => setShown(null)} />}
    </section>
  );
}

interface CopiedProps {
  label: string;
  value: string;
  hint?: string;
  button: string;
  onCopy(): void;
}

/** Something to copy that can also be selected by hand. */
function Copied({ label, value, hint, button, onCopy }: CopiedProps) {
  const id = useId();
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <span className="row">
        <InputText
          id={id}
          className="share__value"
          readOnly
          value={value}
          onFocus={(event) => event.target.select()}
        />
        <Button icon="copy" label={button} onClick={onCopy} />
      </span>
      {hint !== undefined && <span className="muted small">{hint}</span>}
    </div>
  );
}
