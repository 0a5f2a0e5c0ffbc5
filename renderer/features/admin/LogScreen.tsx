import { useMutation } from '@tanstack/react-query';
import { InputText } from 'primereact/inputtext';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePage } from '#renderer/data/hooks.ts';
import { longestText } from '#renderer/kit/form/rules.ts';
import { useWhen } from '#renderer/kit/i18n/useFormat.ts';
import { FilterSelect } from '#renderer/kit/list/filters.tsx';
import listStyles from '#renderer/kit/list/List.module.css';
import { ListScreen } from '#renderer/kit/list/ListScreen.tsx';
import type { ListColumn } from '#renderer/kit/list/ListTable.tsx';
import { BatchDelete, DeleteButton, RowButton, ToolButton } from '#renderer/kit/list/listButtons.tsx';
import { type List, useList } from '#renderer/kit/list/useList.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { DateTimeInput } from '#renderer/kit/ui/DateTimeInput.tsx';
import { saveFile } from '#renderer/kit/ui/files.tsx';
import { Modal } from '#renderer/kit/ui/Modal.tsx';
import { searchText } from '#shared/contract/api/fields.ts';
import { type LogRow, logCalls } from '#shared/contract/api/log.ts';
import styles from './admin.module.css';

/** Lists sign-ins and operations with account, IP address, time, result and duration. */
export default function LogScreen() {
  const { t } = useTranslation();
  const { api } = usePage();
  const list = useList(logCalls.list, logFilters);
  const columns = useLogColumns();
  const [shown, setShown] = useState<LogRow | null>(null);
  const exportCsv = useMutation({
    mutationFn: () => {
      const query = Object.fromEntries(
        ['search', ...logFilters]
          .map((name) => [name, list.filter(name)])
          .filter(([, value]) => value !== ''),
      );
      return api.download(logCalls.exportCsv, { query });
    },
    onSuccess: (csv) => saveFile('ringside-log.csv', csv),
  });
  return (
    <>
      <ListScreen
        title={t('admin.log')}
        list={list}
        columns={columns}
        nameOf={(row) => `${row.email} ${row.action}`}
        searchLabel={t('admin.log.searchIn')}
        filters={<LogFilters list={list} />}
        tools={
          <ToolButton
            permission="log:export"
            icon="download"
            outlined
            label={t('admin.log.export')}
            busy={exportCsv.isPending}
            onClick={() => exportCsv.mutate()}
          />
        }
        batch={<BatchDelete selected={list.selected} calls={logCalls} permission="log:delete" />}
        actions={(row) => (
          <>
            <RowButton
              permission="log:list"
              icon="eye"
              label={t('admin.log.details')}
              onClick={() => setShown(row)}
            />
            <DeleteButton permission="log:delete" id={row.id} name={row.action} calls={logCalls} />
          </>
        )}
      />
      {shown !== null && <LogDetails row={shown} onClose={() => setShown(null)} />}
    </>
  );
}

/** A dialog with every field of one entry. */
function LogDetails({ row, onClose }: { row: LogRow; onClose(): void }) {
  const { t } = useTranslation();
  const columns = useLogColumns();
  return (
    <Modal
      title={t('admin.log.details')}
      onClose={onClose}
      footer={<Button label={t('action.close')} onClick={onClose} />}
    >
      <dl className={styles.facts}>
        {columns.map((column) => [
          <dt key={`${column.field} title`}>{column.title}</dt>,
          <dd key={column.field}>{column.cell(row)}</dd>,
        ])}
        <dt>{t('admin.log.browser')}</dt>
        <dd>{row.userAgent || '–'}</dd>
      </dl>
    </Modal>
  );
}

function useLogColumns(): ListColumn<LogRow>[] {
  const { t } = useTranslation();
  const when = useWhen();
  return [
    { field: 'at', title: t('admin.log.at'), sortable: true, cell: (row) => when(row.at) },
    { field: 'kind', title: t('admin.log.kind'), cell: (row) => t(`admin.log.kind.${row.kind}`) },
    {
      field: 'email',
      title: t('account.email'),
      sortable: true,
      cell: (row) => <span className={listStyles.long}>{row.email || '–'}</span>,
    },
    { field: 'action', title: t('admin.log.action'), sortable: true, cell: (row) => row.action },
    { field: 'target', title: t('admin.log.target'), cell: (row) => row.target || '–' },
    { field: 'ip', title: t('admin.log.ip'), cell: (row) => row.ip },
    {
      field: 'code',
      title: t('admin.log.result'),
      sortable: true,
      cell: (row) => (
        <span className="chip">
          <span className={row.success ? 'dot dot--good' : 'dot dot--bad'} aria-hidden="true" />
          {row.success ? t('web.success') : `${t('web.failure')} ${row.code}`}
        </span>
      ),
    },
    {
      field: 'durationMs',
      title: t('admin.log.duration'),
      sortable: true,
      number: true,
      cell: (row) => t('admin.log.ms', { ms: row.durationMs }),
    },
  ];
}

/** The names of the filters in the page's URL and in the calls. */
const logFilters = ['kind', 'success', 'ip', 'from', 'to'] as const;

/** Filters of the log: kind, result, IP address and time. */
function LogFilters({ list }: { list: List<LogRow> }) {
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
        className={listStyles.filter}
        aria-label={t('admin.log.ip')}
        placeholder={t('admin.log.ip')}
        maxLength={longestText(searchText)}
        defaultValue={list.filter('ip')}
        onBlur={(event) => list.set({ ip: event.target.value.trim() })}
        onKeyDown={(event) => {
          if (event.key === 'Enter') list.set({ ip: event.currentTarget.value.trim() });
        }}
      />
      <span className={listStyles.span}>
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
        className={listStyles.filter}
        value={at > 0 ? at : null}
        onChange={(time) => list.set({ [name]: time === null ? '' : String(time) })}
      />
    </div>
  );
}
