import { Button as PrimeButton } from 'primereact/button';
import type { ComponentProps } from 'react';
import type { KeyAction } from '#renderer/data/keys/actions.ts';
import { useKeyName } from '../keys/useKey.ts';
import { useHeldFocus } from './useHeldFocus.ts';

export interface ButtonProps {
  /** Translated text. Without it, `ariaLabel` and `icon` are required. */
  label?: string;
  ariaLabel?: string;
  /** A PrimeIcons name without `pi-`. */
  icon?: string;
  look?: 'filled' | 'outlined' | 'text';
  danger?: boolean;
  small?: boolean;
  disabled?: boolean;
  busy?: boolean;
  /** The keyboard shortcut shown on the button; bind it with `useKey`. */
  keyAction?: KeyAction;
  pressed?: boolean;
  autoFocus?: boolean;
  type?: 'button' | 'submit';
  onClick?: ComponentProps<typeof PrimeButton>['onClick'];
}

/** PrimeReact's button with this product's variants. */
export function Button(props: ButtonProps) {
  const name = props.ariaLabel ?? props.label;
  const key = useKeyName(props.keyAction);
  const holdFocus = useHeldFocus(props.busy === true, name);
  return (
    <PrimeButton
      type={props.type ?? 'button'}
      label={props.label}
      icon={iconOf(props.busy === true ? 'spin pi-spinner' : props.icon)}
      outlined={props.look === 'outlined'}
      text={props.look === 'text'}
      severity={props.danger === true ? 'danger' : undefined}
      size={props.small === true ? 'small' : undefined}
      disabled={props.disabled === true || props.busy === true}
      aria-label={name}
      title={props.label === undefined ? props.ariaLabel : undefined}
      aria-keyshortcuts={key?.aria}
      aria-pressed={props.pressed}
      autoFocus={props.autoFocus ?? false}
      onClick={(event) => {
        holdFocus(document.activeElement);
        props.onClick?.(event);
      }}
    >
      {props.keyAction !== undefined && <KeyCap action={props.keyAction} />}
    </PrimeButton>
  );
}

/** As a function, because PrimeReact creates a new element for a name at each rendering. */
function iconOf(name: string | undefined): ComponentProps<typeof PrimeButton>['icon'] {
  if (name === undefined) return undefined;
  return ({ iconProps }) => <span className={`${iconProps.className} pi pi-${name}`} />;
}

/**
 * The keyboard shortcut on a button. Screen readers use the button's `aria-keyshortcuts`. The label is drawn by CSS: as
 * text it would be part of the button's visible label, and voice control expects that label as the button's name.
 */
export function KeyCap({ action }: { action: KeyAction }) {
  const key = useKeyName(action);
  return <span className="key" data-key={key?.label ?? ''} aria-hidden="true" />;
}
