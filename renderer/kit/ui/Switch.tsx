import { InputSwitch } from 'primereact/inputswitch';
import { useId } from 'react';
import type { KeyAction } from '#renderer/data/keys/actions.ts';
import { KeyCap } from './KeyCap.tsx';

export interface SwitchProps {
  label: string;
  checked: boolean;
  onChange(on: boolean): void;
  disabled?: boolean;
  keyAction?: KeyAction;
}

/** A switch with its label. */
export function Switch({ label, checked, onChange, disabled, keyAction }: SwitchProps) {
  const id = useId();
  return (
    <div className="row">
      <InputSwitch
        inputId={id}
        checked={checked}
        disabled={disabled ?? false}
        onChange={(event) => onChange(event.value)}
      />
      <label htmlFor={id}>{label}</label>
      {keyAction !== undefined && <KeyCap action={keyAction} />}
    </div>
  );
}
