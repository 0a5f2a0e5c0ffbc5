import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormGroup } from '../form/FormGroup.tsx';
import { Button } from '../ui/Button.tsx';
import { Modal } from '../ui/Modal.tsx';

export interface FormDialogProps<V extends FieldValues> {
  title: string;
  name: string;
  /** Null while they are on their way. */
  values: V | null;
  submitLabel?: string;
  wide?: boolean;
  onSubmit(values: V): Promise<void>;
  onClose(): void;
  children: ReactNode;
}

/** A form in a dialog; it closes itself when what it was for is done. */
export function FormDialog<V extends FieldValues>(props: FormDialogProps<V>) {
  const { t } = useTranslation();
  return (
    <Modal title={props.title} onClose={props.onClose} wide={props.wide ?? false}>
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
