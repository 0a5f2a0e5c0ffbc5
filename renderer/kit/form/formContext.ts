import { createContext, useContext } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { ControlProps } from '../ui/control.ts';

/** What a `FormGroup` provides to its fields. */
export interface GroupParts {
  methods: UseFormReturn<FieldValues>;
  /** Names of the fields whose values must be equal. */
  equals: Set<string>;
  disabled: boolean;
}

/** What a `Field` provides to its control. */
export interface FieldControl extends ControlProps {
  value: unknown;
  onChange(value: unknown): void;
}

export const GroupContext = createContext<GroupParts | null>(null);
export const ControlContext = createContext<FieldControl | null>(null);

/** Returns the form of a field. Throws outside of a `FormGroup`. */
export function useGroup(): GroupParts {
  const group = useContext(GroupContext);
  if (group === null) throw new Error('group does not exist');
  return group;
}

/** Returns the props of a field's control: value, handlers, id, name and state. */
export function useControl(): FieldControl {
  const control = useContext(ControlContext);
  if (control === null) throw new Error('cannot find wrapper element');
  return control;
}
