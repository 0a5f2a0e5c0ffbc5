import { Dropdown } from 'primereact/dropdown';
import { useCallback, useId, useRef } from 'react';
import { ariaOf, type ControlProps, noAria, type Option } from './control.ts';
import styles from './Select.module.css';

export interface SelectProps<T extends string> extends ControlProps {
  value: T | null;
  options: readonly Option<T>[];
  placeholder?: string | undefined;
  className?: string | undefined;
  onChange(value: T): void;
}

/** PrimeReact's dropdown for string values, with the ARIA attributes that it lacks. */
export function Select<T extends string>(props: SelectProps<T>) {
  const byMouse = useRef(false);
  const { field, list, onShow, onHide, onActive } = useComboboxAttributes();
  const { ref } = props;
  const setField = useCallback(
    (dropdown: Dropdown | null) => {
      field(dropdown);
      ref?.(dropdown);
    },
    [field, ref],
  );
  return (
    <Dropdown
      ref={setField}
      value={props.value}
      options={[...props.options]}
      optionLabel="label"
      optionValue="value"
      onChange={(event) => {
        const chosen = props.options.find((option) => option.value === event.value);
        if (chosen !== undefined) props.onChange(chosen.value);
        byMouse.current = event.originalEvent?.type === 'click';
      }}
      onBlur={() => props.onBlur?.()}
      onShow={onShow}
      onHide={() => {
        onHide();
        // After a choice by mouse, blur the field so that the page's keyboard shortcuts work again.
        if (byMouse.current) leaveField();
        byMouse.current = false;
      }}
      {...ariaOf(props)}
      pt={{
        ...hiddenParts,
        root: {
          ...hiddenParts.root,
          // The key closes the list, not also the dialog around it.
          onKeyDown: (event) => {
            if (event.key === 'Escape' && document.getElementById(list) !== null) event.stopPropagation();
          },
        },
        // The faint text of a disabled field needs no contrast, but only if the text says that it is disabled.
        input: { 'aria-disabled': props.disabled === true ? true : undefined },
        list: { id: list, 'aria-label': props.label },
        item: (options) => (options?.context.focused === true ? { ref: onActive } : undefined),
      }}
      scrollHeight="min(320px, 50vh)"
      placeholder={props.placeholder ?? ''}
      disabled={props.disabled ?? false}
      invalid={props.invalid ?? false}
      inputId={props.id}
      className={`${styles.select} ${props.className ?? ''}`}
    />
  );
}

/** Hides PrimeReact’s inner parts from screen readers, and removes the attributes that it copies to the root. */
const hiddenParts = {
  root: { ...noAria, 'aria-activedescendant': undefined },
  dropdownIcon: { 'aria-hidden': true },
  trigger: {
    role: 'presentation',
    'aria-hidden': true,
    'aria-haspopup': undefined,
    'aria-expanded': undefined,
    'aria-label': undefined,
  },
  select: { 'aria-hidden': true },
};

/**
 * Sets the combobox attributes on the focused input: role, expanded state and active option. PrimeReact does not set
 * them there.
 */
function useComboboxAttributes() {
  const list = useId();
  const input = useRef<HTMLInputElement | null>(null);
  const setAttributes = useCallback((attributes: Readonly<Record<string, string | null>>) => {
    for (const [name, value] of Object.entries(attributes)) {
      if (value === null) input.current?.removeAttribute(name);
      else input.current?.setAttribute(name, value);
    }
  }, []);
  return {
    list,
    // React calls this ref at every render, and with null when an option's ref changes.
    field: useCallback(
      (dropdown: Dropdown | null) => {
        const now = dropdown?.getFocusInput() ?? input.current;
        if (now === input.current) return;
        input.current = now;
        setAttributes({ role: 'combobox', 'aria-expanded': 'false' });
      },
      [setAttributes],
    ),
    onShow: () => setAttributes({ 'aria-expanded': 'true', 'aria-controls': list }),
    onHide: () =>
      setAttributes({ 'aria-expanded': 'false', 'aria-controls': null, 'aria-activedescendant': null }),
    onActive: useCallback(
      (option: HTMLElement | null) => setAttributes({ 'aria-activedescendant': option?.id ?? null }),
      [setAttributes],
    ),
  };
}

function leaveField(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}
