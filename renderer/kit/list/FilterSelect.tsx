import { useTranslation } from 'react-i18next';
import type { List } from './useList.ts';

export interface FilterSelectProps<R> {
  list: List<R>;
  /** The filter's name in the address and in the call. */
  name: string;
  label: string;
  options: readonly { value: string; label: string }[];
}

/** A filter that is one of a few values, or not set. */
export function FilterSelect<R>({ list, name, label, options }: FilterSelectProps<R>) {
  const { t } = useTranslation();
  return (
    <select
      className="p-inputtext select list-screen__filter"
      aria-label={label}
      value={list.filter(name)}
      onChange={(event) => list.set({ [name]: event.target.value })}
    >
      <option value="">{t('admin.anyOf', { what: label })}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
