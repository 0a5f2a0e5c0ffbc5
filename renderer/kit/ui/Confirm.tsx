import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';
import { Modal } from './Modal.tsx';

export interface ConfirmProps {
  title: string;
  text: string;
  confirmLabel: string;
  danger?: boolean;
  onConfirm(): void;
  onCancel(): void;
}

/** Asks for confirmation of an action that cannot be undone. Enter confirms, Escape cancels. */
export default function Confirm({ title, text, confirmLabel, danger, onConfirm, onCancel }: ConfirmProps) {
  const { t } = useTranslation();
  return (
    <Modal
      title={title}
      onClose={onCancel}
      footer={
        <>
          <Button label={t('action.cancel')} look="outlined" onClick={onCancel} />
          <Button label={confirmLabel} danger={danger ?? false} autoFocus onClick={onConfirm} />
        </>
      }
    >
      <p>{text}</p>
    </Modal>
  );
}
