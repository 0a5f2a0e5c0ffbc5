import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#shared/contract/error.ts';
import { TextControl } from '../../form/controls.tsx';
import { FormField } from '../../form/FormField.tsx';
import { FormGroup } from '../../form/FormGroup.tsx';
import { useProblemText } from '../../i18n/useText.ts';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';

export interface RenameDialogProps {
  name: string;
  /** Answers what is wrong with the new name, or null. */
  onRename(name: string): Promise<Problem | null>;
  onClose(): void;
}

/** Another name for a preset. */
export function RenameDialog({ name: before, onRename, onClose }: RenameDialogProps) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const [problem, setProblem] = useState<Problem | null>(null);
  const rename = async (name: string) => {
    const wrong = name === before ? null : await onRename(name);
    setProblem(wrong);
    if (wrong === null) onClose();
  };
  return (
    <Modal title={t('live.renameTitle')} onClose={onClose}>
      <FormGroup
        name="preset-name"
        values={{ name: before }}
        onSubmit={(values) => rename(values.name.trim())}
      >
        <FormField
          name="name"
          label={t('presetEditor.name')}
          required
          emptyText={{ key: 'error.preset.nameRequired' }}
        >
          <TextControl maxLength={60} autoFocus />
        </FormField>
        {problem !== null && (
          <p className="field__problem" role="alert">
            {problemText(problem)}
          </p>
        )}
        <div className="row row--end">
          <Button label={t('action.cancel')} look="outlined" onClick={onClose} />
          <Button type="submit" label={t('action.save')} icon="check" />
        </div>
      </FormGroup>
    </Modal>
  );
}
