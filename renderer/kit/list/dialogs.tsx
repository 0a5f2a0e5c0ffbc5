import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { nameSchema, remarkSchema, sortSchema, titleSchema } from '#shared/contract/api/fields.ts';
import { patterns } from '#shared/contract/patterns.ts';
import { FormFoot, FormGroup } from '../form/FormGroup.tsx';
import { AreaField, TextField } from '../form/fields.tsx';
import { Button } from '../ui/Button.tsx';
import { Modal } from '../ui/Modal.tsx';
import { Skeleton } from '../ui/placeholders.tsx';
import styles from './List.module.css';

export interface FormDialogProps<V extends FieldValues> {
  title: string;
  name: string;
  /** The initial values; undefined while they load. */
  values: V | undefined;
  submitLabel?: string;
  wide?: boolean;
  onSubmit(values: V): Promise<void>;
  onClose(): void;
  children: ReactNode;
}

/** A form in a dialog, with Cancel and Save buttons. A successful submit closes the dialog. */
export function FormDialog<V extends FieldValues>(props: FormDialogProps<V>) {
  const { t } = useTranslation();
  const submit = async (values: V) => {
    await props.onSubmit(values);
    props.onClose();
  };
  return (
    <Modal title={props.title} onClose={props.onClose} wide={props.wide}>
      {props.values === undefined ? (
        <Skeleton className={styles.wait} />
      ) : (
        <FormGroup name={props.name} values={props.values} onSubmit={submit}>
          {props.children}
          <FormFoot atEnd>
            <Button look="outlined" label={t('action.cancel')} onClick={props.onClose} />
            <Button type="submit" label={props.submitLabel ?? t('action.save')} />
          </FormFoot>
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
  onClose(): void;
  children: ReactNode;
}

/** A dialog whose Save button runs one call. The dialog stays open if the call fails. */
export function SaveDialog({ title, wide, ready, save, onClose, children }: SaveDialogProps) {
  const { t } = useTranslation();
  const { mutate, isPending } = useMutation({ mutationFn: save, onSuccess: onClose });
  return (
    <Modal
      title={title}
      wide={wide}
      onClose={onClose}
      footer={
        <>
          <Button look="outlined" label={t('action.cancel')} onClick={onClose} />
          <Button label={t('action.save')} busy={isPending} disabled={!ready} onClick={() => mutate()} />
        </>
      }
    >
      {children}
    </Modal>
  );
}

/** The fields of roles and dictionaries: title (shown to people), name (used by code) and remark. */
export function NamedFields({ fixedName = false }: { fixedName?: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      <TextField name="title" label={t('admin.title')} required schema={titleSchema} autoFocus />
      <TextField
        name="name"
        label={t('admin.name')}
        required
        disabled={fixedName}
        help={t('admin.nameHint')}
        schema={nameSchema}
      />
      <AreaField name="remark" label={t('admin.remark')} rows={3} schema={remarkSchema} />
    </>
  );
}

const sortText = z.string().regex(patterns.integer, 'api.field.number').transform(Number).pipe(sortSchema);

/** The record's position among its siblings: an integer, lowest first. */
export function SortField() {
  const { t } = useTranslation();
  return <TextField name="sort" label={t('admin.sort')} required schema={sortText} inputMode="numeric" />;
}
