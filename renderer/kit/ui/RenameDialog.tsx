import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#shared/contract/error.ts';
import { FormGroup } from '../form/FormGroup.tsx';
import { TextField } from '../form/fields.tsx';
import type { FieldSpec } from '../form/rules.ts';
import { useProblemText } from '../i18n/useText.ts';
import { Button } from './Button.tsx';
import { Modal } from './Modal.tsx';

export interface RenameDialogProps extends Pick<FieldSpec, 'emptyText' | 'schema'> {
  title: string;
  /** The label of the name field. */
  label: string;
  help?: ReactNode;
  name: string;
  /** Saves the new name; resolves to the problem, or null on success. */
  onRename(name: string): Promise<Problem | null>;
  onClose(): void;
}

/** Renames a preset or a widget. */
export function RenameDialog({ title, name: before, onRename, onClose, ...field }: RenameDialogProps) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const [problem, setProblem] = useState<Problem | null>(null);
  const rename = async (name: string) => {
    const wrong = name === before ? null : await onRename(name);
    setProblem(wrong);
    if (wrong === null) onClose();
  };
  return (
    <Modal title={title} onClose={onClose}>
      <FormGroup name="rename" values={{ name: before }} onSubmit={(values) => rename(values.name.trim())}>
        <TextField name="name" required {...field} autoFocus />
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
