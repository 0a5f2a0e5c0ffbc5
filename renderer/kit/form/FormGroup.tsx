import './form.css';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { type FieldValues, FormProvider, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ApiError, TransportError } from '#renderer/data/api/apiError.ts';
import { GroupContext } from './formContext.ts';
import { addGroup } from './groups.ts';

export interface FormGroupProps<V extends FieldValues> {
  /** The group's name: for `validateGroup`, and to tell forms apart. */
  name: string;
  /** What the fields begin with; each field's name has to be among them. */
  values: V;
  /** Gets the values when every field is well. What a call of `/api` says about a field is shown there. */
  onSubmit(values: V): Promise<void> | void;
  disabled?: boolean;
  className?: string;
  children: ReactNode;
}

/**
 * A form: a group of `FormField`s, each around a control of `controls.tsx`. Fields are checked while they are
 * typed into, when they are left and when they are changed; a form with something wrong is not submitted.
 */
export function FormGroup<V extends FieldValues>(props: FormGroupProps<V>) {
  const { i18n } = useTranslation();
  const methods = useForm<FieldValues>({ mode: 'all', defaultValues: props.values });
  const equals = useRef(new Set<string>());
  const disabled = props.disabled === true || methods.formState.isSubmitting;
  const group = useMemo(() => ({ methods, equals: equals.current, disabled }), [methods, disabled]);
  useEffect(() => addGroup(props.name, () => methods.trigger()), [props.name, methods]);

  // What is wrong is said in the language that the page has now.
  const language = i18n.language;
  const shown = useRef(language);
  useEffect(() => {
    if (shown.current === language) return;
    shown.current = language;
    const wrong = Object.keys(methods.formState.errors);
    if (wrong.length > 0) void methods.trigger(wrong);
  }, [language, methods]);

  const submit = methods.handleSubmit(async (values) => {
    try {
      await props.onSubmit(values as V);
    } catch (error) {
      // The call has told already; which fields it meant is still to be shown.
      if (!(error instanceof ApiError || error instanceof TransportError)) throw error;
      if (error instanceof ApiError) {
        for (const { path, msg } of error.fields) {
          if (path in values) methods.setError(path, { type: 'server', message: msg });
        }
      }
    }
  });
  return (
    <FormProvider {...methods}>
      <GroupContext value={group}>
        <form
          name={props.name}
          className={`form ${props.className ?? ''}`}
          noValidate
          onSubmit={(event) => void submit(event)}
        >
          {props.children}
        </form>
      </GroupContext>
    </FormProvider>
  );
}
