import { useTranslation } from 'react-i18next';
import { Modal } from '../../ui/Modal.tsx';

export interface PresetEditorProps {
  /** The preset to change; a new one when absent. */
  presetId?: string;
  onClose(): void;
}

export default function PresetEditor({ onClose }: PresetEditorProps) {
  const { t } = useTranslation();
  return (
    <Modal title={t('home.preset')} onClose={onClose} wide>
      <p>{t('home.preset')}</p>
    </Modal>
  );
}
