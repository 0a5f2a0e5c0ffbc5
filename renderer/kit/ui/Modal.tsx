import { Dialog } from 'primereact/dialog';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePage } from '#renderer/data/hooks.ts';
import type { Problem } from '#shared/contract/error.ts';
import { FormGroup } from '../form/FormGroup.tsx';
import { TextField } from '../form/fields.tsx';
import type { FieldSpec } from '../form/rules.ts';
import { useProblemText } from '../i18n/useText.ts';
import { useKeyBlock } from '../keys/useKey.ts';
import { Button } from './Button.tsx';
import styles from './Modal.module.css';

export interface ModalProps {
  title: string;
  onClose(): void;
  wide?: boolean;
  /** Buttons at the bottom. */
  footer?: ReactNode;
  children: ReactNode;
}

/**
 * A modal dialog. It is open while it is rendered and blocks the page's keyboard shortcuts. When it closes, the focus
 * returns to the element that had it before.
 */
export function Modal({ title, onClose, wide, footer, children }: ModalProps) {
  const { t } = useTranslation();
  useKeyBlock(true);
  useFocusReturn();
  return (
    <Dialog
      visible
      header={title}
      footer={footer}
      onHide={onClose}
      className={wide === true ? `${styles.dialog} ${styles.wide}` : styles.dialog}
      maskClassName={styles.mask}
      headerClassName={styles.header}
      contentClassName={styles.content}
      pt={{
        headerTitle: { className: styles.title },
        closeButton: { className: styles.close },
        footer: { className: styles.footer },
      }}
      draggable={false}
      resizable={false}
      blockScroll={false}
      dismissableMask={false}
      ariaCloseIconLabel={t('action.close')}
    >
      {children}
    </Dialog>
  );
}

/**
 * Returns the focus at the end to the element that has it at the start. Leaves it where it is if somebody has moved it
 * on: only the removal of the focused element moves it to the body.
 */
function useFocusReturn(): void {
  useEffect(() => {
    const previous = document.activeElement;
    return () => {
      if (previous instanceof HTMLElement && document.activeElement === document.body) previous.focus();
    };
  }, []);
}

export interface ConfirmProps {
  title: string;
  text: string;
  confirmLabel: string;
  danger?: boolean;
  onConfirm(): void;
  onCancel(): void;
}

/**
 * Asks for confirmation of an action that cannot be undone. Enter confirms, Escape cancels. A question that Enter or Space
 * opened begins at Cancel: pressed twice in haste, the same key must not answer it.
 */
export default function Confirm({ title, text, confirmLabel, danger, onConfirm, onCancel }: ConfirmProps) {
  const { t } = useTranslation();
  const { keys } = usePage();
  const [beginsAtCancel] = useState(() => keys.pressesButtons());
  return (
    <Modal
      title={title}
      onClose={onCancel}
      footer={
        <>
          <Button label={t('action.cancel')} look="outlined" autoFocus={beginsAtCancel} onClick={onCancel} />
          <Button
            label={confirmLabel}
            danger={danger ?? false}
            autoFocus={!beginsAtCancel}
            onClick={onConfirm}
          />
        </>
      }
    >
      <p>{text}</p>
    </Modal>
  );
}

interface FormEndProps {
  /** Why the last submit was refused. */
  problem?: Problem | null;
  /** The label of the submit button, "Save" by default. */
  submit?: string;
  /** The label of the other button, "Cancel" by default. */
  close?: string;
  onClose(): void;
}

/** The end of a form in a dialog. */
export function FormEnd({ problem = null, submit, close, onClose }: FormEndProps) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  return (
    <>
      {problem !== null && (
        <p className="field__problem" role="alert">
          {problemText(problem)}
        </p>
      )}
      <div className="row row--end">
        <Button label={close ?? t('action.cancel')} look="outlined" onClick={onClose} />
        <Button type="submit" label={submit ?? t('action.save')} icon="check" />
      </div>
    </>
  );
}

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
        <FormEnd problem={problem} onClose={onClose} />
      </FormGroup>
    </Modal>
  );
}
