import { Dropdown } from 'primereact/dropdown';
import { useRef } from 'react';

export interface SelectProps<T extends string> {
  value: T | null;
  options: { value: T; label: string }[];
  onChange(value: T): void;
  ariaLabel: string;
  placeholder?: string;
  disabled?: boolean;
  inputId?: string;
  className?: string;
}

/** PrimeReact's dropdown for a choice among strings. */
export function Select<T extends string>(props: SelectProps<T>) {
  const byMouse = useRef(false);
  return (
    <Dropdown
      value={props.value}
      options={props.options}
      optionLabel="label"
      optionValue="value"
      onChange={(event) => {
        const chosen = props.options.find((option) => option.value === event.value);
        if (chosen !== undefined) props.onChange(chosen.value);
        byMouse.current = event.originalEvent?.type === 'click';
      }}
      onHide={() => {
        // Chosen by mouse, the list is done with: the keys of the page are to work again.
        if (byMouse.current) leaveField();
        byMouse.current = false;
      }}
      ariaLabel={props.ariaLabel}
      aria-label={props.ariaLabel}
      pt={unheard}
      placeholder={props.placeholder ?? ''}
      disabled={props.disabled ?? false}
      {...(props.inputId === undefined ? {} : { inputId: props.inputId })}
      className={props.className ?? ''}
    />
  );
}

/** Parts that only repeat for readers what the field itself says. */
const unheard = { dropdownIcon: { 'aria-hidden': true }, select: { 'aria-hidden': true } };

function leaveField(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}
