import { Dropdown } from 'primereact/dropdown';
import { useCallback, useId, useRef } from 'react';

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
  const { field, list, onShow, onHide, onActive } = useSpokenField();
  return (
    <Dropdown
      ref={field}
      value={props.value}
      options={props.options}
      optionLabel="label"
      optionValue="value"
      onChange={(event) => {
        const chosen = props.options.find((option) => option.value === event.value);
        if (chosen !== undefined) props.onChange(chosen.value);
        byMouse.current = event.originalEvent?.type === 'click';
      }}
      onShow={onShow}
      onHide={() => {
        onHide();
        // Chosen by mouse, the list is done with: the keys of the page are to work again.
        if (byMouse.current) leaveField();
        byMouse.current = false;
      }}
      ariaLabel={props.ariaLabel}
      aria-label={props.ariaLabel}
      pt={{
        ...unheard,
        list: { id: list },
        item: (options) => (options?.context.focused === true ? { ref: onActive } : undefined),
      }}
      placeholder={props.placeholder ?? ''}
      disabled={props.disabled ?? false}
      {...(props.inputId === undefined ? {} : { inputId: props.inputId })}
      className={props.className ?? ''}
    />
  );
}

/** Parts that only repeat for readers what the field itself says, and what the frame says of an option by a wrong name. */
const unheard = {
  root: { 'aria-activedescendant': undefined },
  dropdownIcon: { 'aria-hidden': true },
  select: { 'aria-hidden': true },
};

/**
 * Says to readers, at the field that has the focus, that it chooses from a list, whether that is open, and which of its
 * options the arrow keys have come to: PrimeReact shows these and says none of them there.
 */
function useSpokenField() {
  const list = useId();
  const input = useRef<HTMLInputElement | null>(null);
  const say = useCallback((attributes: Readonly<Record<string, string | null>>) => {
    for (const [name, value] of Object.entries(attributes)) {
      if (value === null) input.current?.removeAttribute(name);
      else input.current?.setAttribute(name, value);
    }
  }, []);
  return {
    list,
    // Handed over anew with each rendering, and away for a moment when an option tells of itself.
    field: useCallback(
      (dropdown: Dropdown | null) => {
        const now = dropdown?.getFocusInput() ?? input.current;
        if (now === input.current) return;
        input.current = now;
        say({ role: 'combobox', 'aria-expanded': 'false' });
      },
      [say],
    ),
    onShow: () => say({ 'aria-expanded': 'true', 'aria-controls': list }),
    onHide: () => say({ 'aria-expanded': 'false', 'aria-controls': null, 'aria-activedescendant': null }),
    onActive: useCallback(
      (option: HTMLElement | null) => say({ 'aria-activedescendant': option?.id ?? null }),
      [say],
    ),
  };
}

function leaveField(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}
