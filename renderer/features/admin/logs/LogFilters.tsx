import { InputText } from 'primereact/inputtext';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { longestText } from '#renderer/kit/form/rules.ts';
import { FilterSelect } from '#renderer/kit/list/filters.tsx';
import styles from '#renderer/kit/list/List.module.css';
import type { List } from '#renderer/kit/list/useList.ts';
import { DateTimeInput } from '#renderer/kit/ui/DateTimeInput.tsx';
import { searchText } from '#shared/contract/api/fields.ts';
import type { LogRow } from '#shared/contract/api/log.ts';

/** The names of the filters in the page's URL and in the calls. */
export const logFilters = ['kind', 'success', 'ip', 'from', 'to'] as const;

/** Filters of the log: kind, result, IP address and time. */
export function LogFilters({ list }: { list: List<LogRow> }) {
  const { t } = useTranslation();
  return (
    <>
      <FilterSelect
        list={list}
        name="kind"
        label={t('admin.log.kind')}
        options={[
          { value: 'signin', label: t('admin.log.kind.signin') },
          { value: 'operation', label: t('admin.log.kind.operation') },
        ]}
      />
      <FilterSelect
        list={list}
        name="success"
        label={t('admin.log.result')}
        options={[
          { value: 'true', label: t('web.success') },
          { value: 'false', label: t('web.failure') },
        ]}
      />
      <InputText
        className={styles.filter}
        aria-label={t('admin.log.ip')}
        placeholder={t('admin.log.ip')}
        maxLength={longestText(searchText)}
        defaultValue={list.filter('ip')}
        onBlur={(event) => list.set({ ip: event.target.value.trim() })}
        onKeyDown={(event) => {
          if (event.key === 'Enter') list.set({ ip: event.currentTarget.value.trim() });
        }}
      />
      <span className={styles.span}>
        <TimeFilter list={list} name="from" label={t('admin.log.from')} />
        <TimeFilter list={list} name="to" label={t('admin.log.to')} />
      </span>
    </>
  );
}

function TimeFilter({ list, name, label }: { list: List<LogRow>; name: 'from' | 'to'; label: string }) {
  const id = useId();
  const at = Number(list.filter(name));
  return (
    <div className="row">
      <label className="muted small" htmlFor={id}>
        {label}
      </label>
      <DateTimeInput
        id={id}
        label={label}
        className={styles.filter}
        value={at > 0 ? at : null}
        onChange={(time) => list.set({ [name]: time === null ? '' : String(time) })}
      />
    </div>
  );
}
