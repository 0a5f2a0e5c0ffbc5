import { InputSwitch } from 'primereact/inputswitch';
import { useId } from 'react';
import type { KeyAction } from '#renderer/data/keys/actions.ts';
import { KeyCap } from './Button.tsx';
import { ariaOf, type ControlProps } from './control.ts';

export interface SwitchInputProps extends ControlProps {
  checked: boolean;
  onChange(on: boolean): void;
}

/** PrimeReact's switch. Its root repeats the input as a nameless checkbox; here it has no role. */
export function SwitchInput(props: SwitchInputProps) {
  return (
    <InputSwitch
      inputId={props.id}
      inputRef={props.ref}
      name={props.name}
      checked={props.checked}
      disabled={props.disabled ?? false}
      invalid={props.invalid ?? false}
      onChange={(event) => props.onChange(event.value)}
      onBlur={() => props.onBlur?.()}
      pt={{
        root: { role: 'presentation', 'aria-checked': undefined },
        input: ariaOf(props),
      }}
    />
  );
}

export interface SwitchProps {
  label: string;
  checked: boolean;
  onChange(on: boolean): void;
  disabled?: boolean;
  /** The id of a help text. */
  describedBy?: string;
  keyAction?: KeyAction;
}

/** A switch with its label behind it. */
export function Switch({ label, keyAction, ...props }: SwitchProps) {
  const id = useId();
  return (
    <div className="row">
      <SwitchInput {...props} id={id} />
      <label htmlFor={id}>{label}</label>
      {keyAction !== undefined && <KeyCap action={keyAction} />}
    </div>
  );
}
