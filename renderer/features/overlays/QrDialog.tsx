import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Modal } from '#renderer/kit/ui/Modal.tsx';
import { QrPicture } from '#renderer/kit/ui/QrPicture.tsx';
import { isOwnComputer } from './pageUrls.ts';

export interface QrDialogProps {
  name: string;
  address: string;
  onClose(): void;
}

/** The link as a QR code, to open it on another device; says when another device cannot. */
export function QrDialog({ name, address, onClose }: QrDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      title={name}
      onClose={onClose}
      footer={<Button label={t('action.close')} autoFocus onClick={onClose} />}
    >
      <div className="qr-dialog">
        <QrPicture text={address} label={t('widgets.qr.of', { name })} />
        <p className="muted small">{t(isOwnComputer(address) ? 'widgets.qr.here' : 'widgets.qr.help')}</p>
      </div>
    </Modal>
  );
}
