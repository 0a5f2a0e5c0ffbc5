import { InputText } from 'primereact/inputtext';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#shared/contract/error.ts';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Field } from '../presets/Field.tsx';

export interface RenameDialogProps {
  name: string;
  /** Answers what is wrong with the new name, or null. */
  onRename(name: string): Promise<Problem | null>;
  onClose(): void;
}

/** Another name for a preset. */
export function RenameDialog({ name: before, onRename, onClose }: RenameDialogProps) {
  const { t } = useTranslation();
  const id = useId();
  const [name, setName] = useState(before);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const rename = async () => {
    setBusy(true);
    const wrong = name === before ? null : await onRename(name);
    setBusy(false);
    setProblem(wrong);
    if (wrong === null) onClose();
  };
  return (
    <Modal
      title={t('live.renameTitle')}
      onClose={onClose}
      footer={
        <>
          <Button label={t('action.cancel')} look="outlined" onClick={onClose} />
          <Button label={t('action.save')} icon="check" busy={busy} onClick={() => void rename()} />
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void rename();
        }}
      >
        <Field label={t('presetEditor.name')} htmlFor={id} problem={problem ?? undefined}>
          <InputText
            id={id}
            data-pc-autofocus
            value={name}
            maxLength={60}
            autoComplete="off"
            invalid={problem !== null}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
      </form>
    </Modal>
  );
}
