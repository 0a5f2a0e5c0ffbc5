import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Modal } from '#renderer/kit/ui/Modal.tsx';
import { useCopy } from '#renderer/kit/ui/useCopy.ts';
import styles from './remotes.module.css';

interface SecretDialogProps {
  title: string;
  text: string;
  secret: string;
  copyLabel: string;
  onClose(): void;
}

/** Shows a secret once, to be copied. */
export function SecretDialog({ title, text, secret, copyLabel, onClose }: SecretDialogProps) {
  const { t } = useTranslation();
  const copy = useCopy();
  return (
    <Modal
      title={title}
      onClose={onClose}
      footer={
        <div className="row row--end">
          <Button label={t('action.done')} look="outlined" onClick={onClose} />
          <Button icon="copy" label={copyLabel} autoFocus onClick={() => void copy(secret)} />
        </div>
      }
    >
      <p className={styles.explained}>{text}</p>
      <code className={styles.code}>{secret}</code>
    </Modal>
  );
}
