import { createContext, useContext } from 'react';
import type { ControllerRenderProps, FieldValues, UseFormReturn } from 'react-hook-form';

/** What fields need of the group around them. */
export interface GroupParts {
  methods: UseFormReturn<FieldValues>;
  /** The fields that have to be the same. */
  equals: Set<string>;
  disabled: boolean;
}

/** What a control needs of the wrapper around it. */
export interface WrapperParts {
  id: string;
  field: ControllerRenderProps<FieldValues, string>;
  label: string;
  invalid: boolean;
  required: boolean;
  disabled: boolean;
  /** The id of the element that says what is wrong or what to enter. */
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
