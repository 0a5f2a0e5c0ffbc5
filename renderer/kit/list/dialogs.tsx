import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useAct } from '#renderer/data/api/useAct.ts';
import { FormGroup } from '../form/FormGroup.tsx';
import { Button } from '../ui/Button.tsx';
import { Modal } from '../ui/Modal.tsx';

export interface FormDialogProps<V extends FieldValues> {
  title: string;
  name: string;
  /** The initial values; null while they load. */
  values: V | null;
  submitLabel?: string;
  wide?: boolean;
  onSubmit(values: V): Promise<void>;
  onClose(): void;
  children: ReactNode;
}

/** A form in a dialog, with Cancel and Save buttons. The caller closes the dialog after a successful submit. */
export function FormDialog<V extends FieldValues>(props: FormDialogProps<V>) {
  const { t } = useTranslation();
  return (
    <Modal title={props.title} onClose={props.onClose} wide={props.wide}>
      {props.values === null ? (
        <div className="skeleton list-screen__wait" />
      ) : (
        <FormGroup name={props.name} values={props.values} onSubmit={props.onSubmit}>
          {props.children}
          <div className="form__foot row--end">
            <Button look="outlined" label={t('action.cancel')} onClick={props.onClose} />
            <Button type="submit" label={props.submitLabel ?? t('action.save')} />
          </div>
        </FormGroup>
      )}
    </Modal>
  );
}

export interface SaveDialogProps {
  title: string;
  wide?: boolean;
  /** Enables the Save button. */
  ready: boolean;
  save(): Promise<unknown>;
  onDone(): void;
  onClose(): void;
  children: ReactNode;
}

/** A dialog whose Save button runs one call. Stays open if the call fails. */
export function SaveDialog({ title, wide, ready, save, onDone, onClose, children }: SaveDialogProps) {
  const { t } = useTranslation();
  const { busy, act } = useAct();
  return (
    <Modal
      title={title}
      wide={wide}
      onClose={onClose}
      footer={
        <>
          <Button look="outlined" label={t('action.cancel')} onClick={onClose} />
          <Button
            label={t('action.save')}
            busy={busy}
            disabled={!ready}
            onClick={() => void act(save).then((done) => done && onDone())}
          />
        </>
      }
    >
      {children}
    </Modal>
  );
}
