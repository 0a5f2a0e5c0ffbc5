import { type ReactNode, useEffect, useId, useMemo, useRef } from 'react';
import { useController } from 'react-hook-form';
import type { Problem } from '#shared/contract/error.ts';
import { useProblemText, useText } from '../i18n/useText.ts';
import styles from './Field.module.css';
import { ControlContext, type FieldControl, useGroup } from './FormGroup.tsx';
import { checkValue, type FieldSpec, isEmpty } from './rules.ts';

interface FieldLook {
  label: string;
  required?: boolean | undefined;
  /** Shows the error below the field; on by default. */
  hint?: boolean | undefined;
  /** Marks an invalid field by its border; on by default. */
  border?: boolean | undefined;
  /** The position of a required field's asterisk. */
  asterisk?: 'left' | 'right' | 'none' | undefined;
  /** The text below the field while it has no error. */
  help?: ReactNode;
  /** Shown beside the control, for example a button. */
  beside?: ReactNode;
  disabled?: boolean | undefined;
  className?: string | undefined;
  /** The value of `data-field`, by which code finds the field in the document. */
  mark?: string | undefined;
}

/** A field of a `FormGroup`: its value and its error are in the form. */
export interface FormBinding extends Omit<FieldSpec, keyof FieldLook> {
  name: string;
}

/** A field of a draft: the owner has its value and its error. */
export interface DraftBinding<T> {
  value: T;
  problem?: Problem | undefined;
  onChange(value: T): void;
  onLeave?(): void;
}

export type FieldProps<T> = FieldLook & (FormBinding | DraftBinding<T>);

interface FieldParts {
  /** The control consists of several elements, so that no `<label>` can refer to it. */
  group?: boolean;
  /** Puts the label in front of the control instead of above it. */
  inline?: boolean;
  children: ReactNode;
}

/** A control with its label, and its error or help text. The control takes its props from `useControl`. */
export function Field<T>(props: FieldProps<T> & FieldParts) {
  return 'name' in props ? <FormField {...props} /> : <DraftField {...props} />;
}

function FormField(props: FieldLook & FormBinding & FieldParts) {
  const { name } = props;
  const { methods, equals, refused, disabled } = useGroup();
  const text = useText();
  const run = useRef(0);
  const equal = props.equal === true;
  useEffect(() => {
    if (!equal) return;
    equals.add(name);
    return () => void equals.delete(name);
  }, [equals, equal, name]);

  const validate = async (value: unknown): Promise<string | true> => {
    run.current += 1;
    const mine = run.current;
    const others = [...equals].filter((other) => other !== name);
    const problem = checkValue(
      value,
      props,
      others.map((other) => methods.getValues(other)),
    );
    if (problem !== null) return text(problem);
    // The server's error stays until the value changes. A field that becomes disabled is validated again, by its blur.
    const answer = refused.get(name);
    if (answer !== undefined && answer.value === value) return answer.message;
    if (props.skip === true || props.validate === undefined || isEmpty(value)) return true;
    const said = await props.validate(String(value));
    // A later validation has started: ignore the result for the old value.
    if (mine !== run.current) return methods.getFieldState(name).error?.message ?? true;
    return said ?? true;
  };
  const { field, fieldState } = useController({ name, control: methods.control, rules: { validate } });
  return (
    <Frame
      {...props}
      disabled={disabled || props.disabled === true}
      problem={fieldState.error?.message}
      name={name}
      value={field.value}
      inputRef={field.ref}
      onBlur={field.onBlur}
      onChange={(value) => {
        field.onChange(value);
        const others = equal ? [...equals].filter((other) => other !== name) : [];
        const filled = others.filter((other) => !isEmpty(methods.getValues(other)));
        if (filled.length > 0) void methods.trigger(filled);
      }}
    />
  );
}

function DraftField<T>({ problem, onLeave, ...props }: FieldLook & DraftBinding<T> & FieldParts) {
  const problemText = useProblemText();
  return (
    <Frame {...props} problem={problem === undefined ? undefined : problemText(problem)} onBlur={onLeave} />
  );
}

interface FrameProps extends FieldLook, FieldParts {
  problem: string | undefined;
  name?: string;
  value: unknown;
  inputRef?: FieldControl['ref'];
  onChange(value: unknown): void;
  onBlur: (() => void) | undefined;
}

function Frame(props: FrameProps) {
  const { label, required = false, hint = true, border = true, asterisk = 'left', problem } = props;
  const id = useId();
  const { group = false, disabled = false, name, value, inputRef, onChange, onBlur } = props;
  const invalid = border && problem !== undefined;
  const control = useMemo(
    () => ({
      id,
      name,
      label,
      labelledBy: `${id}-label`,
      describedBy: `${id}-note`,
      invalid,
      required,
      disabled,
      value,
      ref: inputRef,
      onChange,
      onBlur,
    }),
    [id, name, label, invalid, required, disabled, value, inputRef, onChange, onBlur],
  );
  const star = required && (
    <span className={styles.star} aria-hidden="true">
      *
    </span>
  );
  const title = (
    <>
      {asterisk === 'left' && star}
      {label}
      {asterisk === 'right' && star}
    </>
  );
  const shown = hint ? problem : undefined;
  return (
    <div
      className={`${styles.field} ${props.inline === true ? styles.inline : ''} ${props.className ?? ''}`}
      data-field={props.mark ?? ''}
    >
      {group ? (
        <span id={`${id}-label`} className={styles.label}>
          {title}
        </span>
      ) : (
        <label id={`${id}-label`} className={styles.label} htmlFor={id}>
          {title}
        </label>
      )}
      <div className={styles.control}>
        <ControlContext value={control}>{props.children}</ControlContext>
        {props.beside}
      </div>
      <p
        id={`${id}-note`}
        className={styles.note}
        aria-live="polite"
        data-problem={shown === undefined ? undefined : ''}
      >
        {shown ?? props.help}
      </p>
    </div>
  );
}
