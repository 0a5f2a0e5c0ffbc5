import { InputText } from 'primereact/inputtext';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { searchText } from '#shared/contract/api/fields.ts';
import { longestText } from '../form/rules.ts';
import type { Option } from '../ui/control.ts';
import { Select } from '../ui/Select.tsx';
import type { Status } from './columns.tsx';
import styles from './List.module.css';
import type { List } from './useList.ts';

export interface SearchBoxProps {
  label: string;
  value: string;
  onSearch(text: string): void;
}

const DEBOUNCE_MS = 300;

/** A search field that debounces typing: searches after 300 ms without a change. */
export function SearchBox({ label, value, onSearch }: SearchBoxProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(value);
  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = window.setTimeout(() => onSearch(typed.trim()), DEBOUNCE_MS);
    return () => window.clearTimeout(timer);
  }, [typed, value, onSearch]);
  return (
    <InputText
      type="search"
      className={styles.search}
      aria-label={t('admin.searchIn', { what: label })}
      placeholder={t('admin.searchIn', { what: label })}
      maxLength={longestText(searchText)}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}

export interface FilterSelectProps<R> {
  list: List<R>;
  /** The filter's name in the page's URL and in the call's query. */
  name: string;
  label: string;
  options: readonly Option[];
}

/** Filters a list by one of a few values, or by none. */
export function FilterSelect<R>({ list, name, label, options }: FilterSelectProps<R>) {
  const { t } = useTranslation();
  return (
    <Select
      className={styles.filter}
      label={label}
      value={list.filter(name)}
      options={[{ value: '', label: t('admin.anyOf', { what: label }) }, ...options]}
      onChange={(value) => list.set({ [name]: value })}
    />
  );
}

export interface StatusFilterProps<R> {
  list: List<R>;
  /** The statuses that this list's rows can have. */
  of: readonly Status[];
}

/** Filters a list by its rows' status. */
export function StatusFilter<R>({ list, of }: StatusFilterProps<R>) {
  const { t } = useTranslation();
  return (
    <FilterSelect
      list={list}
      name="status"
      label={t('admin.status')}
      options={of.map((value) => ({ value, label: t(`admin.status.${value}`) }))}
    />
  );
}

/** The statuses of rows that are in use until they are disabled. */
export const inUse: readonly Status[] = ['enabled', 'disabled'];
/** The statuses of rows that are written first and published later. */
export const written: readonly Status[] = ['draft', 'published'];
