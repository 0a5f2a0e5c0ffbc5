import { InputText } from 'primereact/inputtext';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside } from '#renderer/data/hooks.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Modal } from '#renderer/kit/ui/Modal.tsx';
import { QrPicture } from '#renderer/kit/ui/QrPicture.tsx';
import type { OverlayLinkView } from '#shared/contract/calls/overlay.ts';
import type { OptionsOf } from '#shared/contract/overlay/widget.ts';
import { ObsGuide } from './ObsGuide.tsx';
import { ObsShare } from './ObsShare.tsx';
import {
  isOwnComputer,
  useOpenPages,
  usePageSize,
  useSourceAddressOf,
  useSourceSize,
} from './overlayPage.ts';
import styles from './ShareBlock.module.css';
import type { LinkActions } from './useLinkActions.ts';

/** The widget's link, with the ways to open it in streaming software. */
export function ShareBlock({ link, actions }: { link: OverlayLinkView; actions: LinkActions }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const [shown, setShown] = useState<'qr' | 'obs' | null>(null);
  const address = useSourceAddressOf()(link);
  const size = useSourceSize(link.options);
  const open = useOpenPages(link);
  return (
    <section className={styles.share} aria-label={t('widgets.link')}>
      <Copied
        label={t('widgets.link')}
        value={address}
        hint={t('widgets.sourceSize', { ...size })}
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
      <ObsShare link={link} />
      <div className={styles.row}>
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
          {open === 0 ? t('widgets.openNowhere') : t('widgets.open', { count: open, shown: number(open) })}
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

/** A text with a button that copies it. The host can also select it by hand. */
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
          className={styles.value}
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

interface WorkbenchWindowProps {
  linkId: string;
  options: OptionsOf<'workbench'>;
}

/** A button that opens the workbench as a window of its own, for window capture. */
function WorkbenchWindow({ linkId, options }: WorkbenchWindowProps) {
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
    <div className={styles.row}>
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

interface QrDialogProps {
  name: string;
  address: string;
  onClose(): void;
}

/** The link as a QR code for another device. Warns if another device cannot open it. */
function QrDialog({ name, address, onClose }: QrDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      title={name}
      onClose={onClose}
      footer={<Button label={t('action.close')} autoFocus onClick={onClose} />}
    >
      <div className={styles.qrDialog}>
        <QrPicture text={address} label={t('widgets.qr.of', { name })} />
        <p className="muted small">{t(isOwnComputer(address) ? 'widgets.qr.here' : 'widgets.qr.help')}</p>
      </div>
    </Modal>
  );
}
