import { useTranslation } from 'react-i18next';
import { FilterSelect } from './FilterSelect.tsx';
import type { Status } from './rowButtons.tsx';
import type { List } from './useList.ts';

export interface StatusFilterProps<R> {
  list: List<R>;
  /** What a row of this list can be. */
  of: readonly Status[];
}

/** Narrows a list to what is in use, or to what is not. */
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

/** What is in use until it is disabled. */
export const inUse: readonly Status[] = ['enabled', 'disabled'];
/** What is written first and published later. */
export const written: readonly Status[] = ['draft', 'published'];
