import { useWrapper } from './formContext.ts';

/** The attributes that every control takes from its wrapper. */
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
