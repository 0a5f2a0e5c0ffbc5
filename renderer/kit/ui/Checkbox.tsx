import { Checkbox as PrimeCheckbox } from 'primereact/checkbox';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './Checkbox.module.css';
import { ariaOf, type ControlProps, type Option } from './control.ts';

export interface CheckboxProps extends ControlProps {
  checked: boolean;
  /** Some, but not all, of the items that the checkbox represents are selected. */
  mixed?: boolean | undefined;
  onChange(checked: boolean): void;
}

/** PrimeReact's checkbox with the mixed state that it lacks. */
export function Checkbox(props: CheckboxProps) {
  const { checked, mixed = false, disabled = false, invalid = false } = props;
  const box = useRef<PrimeCheckbox>(null);
  useEffect(() => {
    const input = box.current?.getInput();
    if (input instanceof HTMLInputElement) input.indeterminate = mixed;
  }, [mixed]);
  return (
    <PrimeCheckbox
      ref={box}
      inputId={props.id}
      inputRef={props.ref}
      name={props.name}
      checked={checked}
      disabled={disabled}
      invalid={invalid}
      onChange={(event) => props.onChange(event.checked === true)}
      onBlur={() => props.onBlur?.()}
      pt={{
        root: { className: styles.checkbox },
        // On the root, these attributes would belong to an element without a role.
        input: { className: styles.input, ...ariaOf(props) },
        box: { className: styles.box },
        icon: { 'aria-hidden': true },
      }}
    />
  );
}

/** A checkbox with its label. */
export function CheckLine({ children, ...props }: CheckboxProps & { children: ReactNode }) {
  const ownId = useId();
  const id = props.id ?? ownId;
  return (
    <span className={styles.line}>
      <Checkbox {...props} id={id} />
      <label htmlFor={id}>{children}</label>
    </span>
  );
}

export interface CheckGroupProps extends ControlProps {
  value: readonly string[];
  options: readonly Option[];
  onChange(value: string[]): void;
}

/** A group of checkboxes, all of them visible. The value is in the order of the options. */
export function CheckGroup({ value, options, onChange, ...props }: CheckGroupProps) {
  const ownId = useId();
  const aria = ariaOf(props);
  const toggle = (changed: string, on: boolean) =>
    onChange(
      options.flatMap((option) =>
        (option.value === changed ? on : value.includes(option.value)) ? [option.value] : [],
      ),
    );
  return (
    <fieldset
      id={props.id}
      className={styles.group}
      aria-label={aria['aria-label']}
      aria-labelledby={aria['aria-labelledby']}
      aria-describedby={aria['aria-describedby']}
      data-invalid={props.invalid === true ? '' : undefined}
    >
      {options.map((option, place) => (
        <label key={option.value} htmlFor={`${ownId}${place}`} className={styles.chip}>
          <Checkbox
            id={`${ownId}${place}`}
            disabled={props.disabled}
            checked={value.includes(option.value)}
            onBlur={props.onBlur}
            onChange={(on) => toggle(option.value, on)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
