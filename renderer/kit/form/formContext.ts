import { createContext, useContext } from 'react';
import type { ControllerRenderProps, FieldValues, UseFormReturn } from 'react-hook-form';

/** What a `FormGroup` provides to its fields. */
export interface GroupParts {
  methods: UseFormReturn<FieldValues>;
  /** Names of the fields whose values must be equal. */
  equals: Set<string>;
  disabled: boolean;
}

/** What a `FormField` provides to its control. */
export interface WrapperParts {
  id: string;
  field: ControllerRenderProps<FieldValues, string>;
  label: string;
  invalid: boolean;
  required: boolean;
  disabled: boolean;
  /** The id of the element with the field's error or help text. */
  describedBy: string;
}

export const GroupContext = createContext<GroupParts | null>(null);
export const WrapperContext = createContext<WrapperParts | null>(null);

export function useGroup(): GroupParts {
  const group = useContext(GroupContext);
  if (group === null) throw new Error('group does not exist');
  return group;
}

export function useWrapper(): WrapperParts {
  const wrapper = useContext(WrapperContext);
  if (wrapper === null) throw new Error('cannot find wrapper element');
  return wrapper;
}

/** Returns the attributes that every control takes from its `FormField`. */
export function useControl() {
  const { id, field, invalid, required, disabled, describedBy } = useWrapper();
  return {
    id,
    name: field.name,
    ref: field.ref,
    disabled,
    onBlur: field.onBlur,
    'aria-invalid': invalid,
    'aria-required': required,
    'aria-describedby': describedBy,
    className: invalid ? 'p-inputtext p-invalid' : 'p-inputtext',
  };
}
