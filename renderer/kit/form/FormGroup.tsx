import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef } from 'react';
import { type FieldValues, FormProvider, type UseFormReturn, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ApiError, TransportError } from '#renderer/data/api/apiError.ts';
import type { ControlProps } from '../ui/control.ts';
import { useHeldFocus } from '../ui/useHeldFocus.ts';
import styles from './FormGroup.module.css';

/** What a `FormGroup` provides to its fields. */
interface GroupParts {
  methods: UseFormReturn<FieldValues>;
  /** Names of the fields whose values must be equal. */
  equals: Set<string>;
  /** The values that the server has refused since the last submit, by field, with its messages. */
  refused: Map<string, { value: unknown; message: string }>;
  disabled: boolean;
}

/** What a `Field` provides to its control. */
export interface FieldControl extends ControlProps {
  value: unknown;
  onChange(value: unknown): void;
}

const GroupContext = createContext<GroupParts | null>(null);
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

export interface FormGroupProps<V extends FieldValues> {
  /** The form's name, also for `validateGroup`. */
  name: string;
  /** The initial values; must contain the name of every field. */
  values: V;
  /** Called with the values when every field is valid. Field errors of a rejected `/api` call are shown at the fields. */
  onSubmit(values: V): Promise<void> | void;
  disabled?: boolean;
  /** Two columns where there is room. */
  twoColumns?: boolean;
  className?: string;
  children: ReactNode;
}

/**
 * A form with the fields of `fields.tsx`. Fields are validated on change and on blur. A form with an invalid field is
 * not submitted.
 */
export function FormGroup<V extends FieldValues>(props: FormGroupProps<V>) {
  const { i18n } = useTranslation();
  const methods = useForm<FieldValues>({ mode: 'all', defaultValues: props.values });
  const equals = useRef(new Set<string>());
  const refused = useRef<GroupParts['refused']>(new Map());
  const disabled = props.disabled === true || methods.formState.isSubmitting;
  const group = useMemo(
    () => ({ methods, equals: equals.current, refused: refused.current, disabled }),
    [methods, disabled],
  );
  useEffect(() => addGroup(props.name, () => methods.trigger()), [props.name, methods]);

  // Validate invalid fields again after a change of language, to translate their errors.
  const language = i18n.language;
  const shown = useRef(language);
  useEffect(() => {
    if (shown.current === language) return;
    shown.current = language;
    const wrong = Object.keys(methods.formState.errors);
    if (wrong.length > 0) void methods.trigger(wrong);
  }, [language, methods]);

  const holdFocus = useHeldFocus(methods.formState.isSubmitting);
  const submit = methods.handleSubmit(async (values) => {
    try {
      await props.onSubmit(values as V);
    } catch (error) {
      // The API client has shown the message; here only the field errors are added.
      if (!(error instanceof ApiError || error instanceof TransportError)) throw error;
      if (error instanceof ApiError) {
        for (const { path, msg } of error.fields) {
          if (!(path in values)) continue;
          refused.current.set(path, { value: values[path], message: msg });
          methods.setError(path, { type: 'server', message: msg });
        }
      }
    }
  });
  return (
    <FormProvider {...methods}>
      <GroupContext value={group}>
        <form
          name={props.name}
          className={`${styles.form} ${props.twoColumns === true ? styles.two : ''} ${props.className ?? ''}`}
          noValidate
          onSubmit={(event) => {
            refused.current.clear();
            holdFocus(document.activeElement);
            void submit(event);
          }}
        >
          {props.children}
        </form>
      </GroupContext>
    </FormProvider>
  );
}

/** The buttons below a form. */
export function FormFoot({ atEnd = false, children }: { atEnd?: boolean; children: ReactNode }) {
  return <div className={`${styles.foot} ${atEnd ? styles.end : ''}`}>{children}</div>;
}

/** The forms on screen by name, so that a button outside a form can validate it. */
const groups = new Map<string, () => Promise<boolean>>();

/** Registers a form; returns the function that removes it. */
export function addGroup(name: string, validate: () => Promise<boolean>): () => void {
  groups.set(name, validate);
  return () => {
    if (groups.get(name) === validate) groups.delete(name);
  };
}

/** Validates every field of a form and shows the errors; true if all are valid. Throws for an unknown name. */
export async function validateGroup(name: string): Promise<boolean> {
  const validate = groups.get(name);
  if (validate === undefined) throw new Error('group does not exist');
  return validate();
}
