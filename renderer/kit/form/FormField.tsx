import { type ReactNode, useEffect, useId, useMemo, useRef } from 'react';
import { useController } from 'react-hook-form';
import { useText } from '../i18n/useText.ts';
import { useGroup, WrapperContext } from './formContext.ts';
import { checkValue, type FieldSpec, isEmpty } from './rules.ts';

export interface FormFieldProps extends FieldSpec {
  name: string;
  /** Shows the error below the field; on by default. */
  hint?: boolean;
  /** Marks an invalid field by its border; on by default. */
  border?: boolean;
  /** The position of a required field's asterisk. */
  asterisk?: 'left' | 'right' | 'none';
  /** The text below the field while it has no error. */
  help?: ReactNode;
  /** Shown beside the control, for example a button. */
  beside?: ReactNode;
  disabled?: boolean;
  className?: string;
  children: ReactNode;
}

/** Wraps one control with its label, its error or help text, and its validation. */
export function FormField(props: FormFieldProps) {
  const { name, label, hint = true, border = true, asterisk = 'left', help, beside, children } = props;
  const { methods, equals, disabled: groupDisabled } = useGroup();
  const text = useText();
  const id = useId();
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
    if (props.skip === true || props.validate === undefined || isEmpty(value)) return true;
    const said = await props.validate(String(value));
    // A later validation has started: ignore the result for the old value.
    if (mine !== run.current) return methods.getFieldState(name).error?.message ?? true;
    return said ?? true;
  };
  const { field, fieldState } = useController({ name, control: methods.control, rules: { validate } });
  const problem = fieldState.error?.message;
  const disabled = groupDisabled || props.disabled === true;

  const { onChange } = field;
  const wrapper = useMemo(
    () => ({
      id,
      label,
      invalid: border && problem !== undefined,
      required: props.required === true,
      disabled,
      describedBy: `${id}-hint`,
      field: {
        ...field,
        onChange: (event: unknown) => {
          onChange(event);
          const others = equal ? [...equals].filter((other) => other !== name) : [];
          const filled = others.filter((other) => !isEmpty(methods.getValues(other)));
          if (filled.length > 0) void methods.trigger(filled);
        },
      },
    }),
    [id, label, border, problem, props.required, disabled, field, onChange, equal, equals, name, methods],
  );
  const star = (
    <span className="form__star" aria-hidden="true">
      *
    </span>
  );
  const shown = hint ? problem : undefined;
  return (
    <div className={`form__field ${props.className ?? ''}`}>
      <label className="form__label" htmlFor={id}>
        {props.required === true && asterisk === 'left' && star}
        {label}
        {props.required === true && asterisk === 'right' && star}
      </label>
      <div className="form__control">
        <WrapperContext value={wrapper}>{children}</WrapperContext>
        {beside}
      </div>
      <p id={`${id}-hint`} className={shown === undefined ? 'form__help' : 'form__hint'} aria-live="polite">
        {shown ?? help}
      </p>
    </div>
  );
}
