/** Props of every control of the kit. A field passes all of them; a control without a field has a `label`. */
export interface ControlProps {
  /** The id of the focusable element, for a `<label>`. */
  id?: string | undefined;
  name?: string | undefined;
  /** The accessible name where no `<label>` refers to the control. */
  label?: string | undefined;
  /** The id of the element that names a group of controls. */
  labelledBy?: string | undefined;
  /** The id of the element with the error or help text. */
  describedBy?: string | undefined;
  invalid?: boolean | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  ref?: ((control: Focusable | null) => void) | undefined;
  onBlur?: (() => void) | undefined;
}

/** A control that a form can focus: it focuses the first invalid one. */
export interface Focusable {
  focus(): void;
}

export interface Option<T extends string | number = string> {
  value: T;
  label: string;
  disabled?: boolean;
}

/** Returns the ARIA attributes of a control's focusable element. PrimeReact does not derive them from its props. */
export function ariaOf({ label, labelledBy, describedBy, invalid, required }: ControlProps) {
  return {
    'aria-label': labelledBy === undefined ? label : undefined,
    'aria-labelledby': labelledBy,
    'aria-describedby': describedBy,
    'aria-invalid': invalid === true,
    'aria-required': required === true,
  };
}

/** Takes the ARIA attributes off the root of a PrimeReact component, which repeats those of its input. */
export const noAria = {
  'aria-label': undefined,
  'aria-labelledby': undefined,
  'aria-describedby': undefined,
  'aria-invalid': undefined,
  'aria-required': undefined,
};
