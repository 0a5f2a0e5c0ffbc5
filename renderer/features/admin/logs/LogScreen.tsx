import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct } from '#renderer/data/api/useAct.ts';
import { usePage } from '#renderer/data/hooks.ts';
import { ListScreen } from '#renderer/kit/list/ListScreen.tsx';
import { BatchDelete, DeleteButton, RowButton, ToolButton } from '#renderer/kit/list/listButtons.tsx';
import { useList } from '#renderer/kit/list/useList.ts';
import { useRowCalls } from '#renderer/kit/list/useRowCalls.ts';
import { saveFile } from '#renderer/kit/ui/saveFile.ts';
import { type LogRow, logCalls } from '#shared/contract/api/log.ts';
import { LogDetails } from './LogDetails.tsx';
import { LogFilters, logFilters } from './LogFilters.tsx';
import { useLogColumns } from './useLogColumns.tsx';

/** Sign-ins and operations: who did what, from where, when, with what result and how long it took. */
export default function LogScreen() {
  const { t } = useTranslation();
  const { api } = usePage();
  const { busy, act } = useAct();
  const list = useList(logCalls.list, logFilters);
  const calls = useRowCalls(logCalls, list.reload);
  const columns = useLogColumns();
  const [shown, setShown] = useState<LogRow | null>(null);
  const exportCsv = () =>
    void act(async () => {
      const query = Object.fromEntries(
        ['search', ...logFilters]
          .map((name) => [name, list.filter(name)])
          .filter(([, value]) => value !== ''),
      );
      saveFile('ringside-log.csv', await api.download(logCalls.exportCsv, { query }));
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
            busy={busy}
            onClick={exportCsv}
          />
        }
        batch={<BatchDelete list={list} calls={calls} permission="log:delete" />}
        actions={(row) => (
          <>
            <RowButton
              permission="log:list"
              icon="eye"
              label={t('admin.log.details')}
              onClick={() => setShown(row)}
            />
            <DeleteButton permission="log:delete" id={row.id} name={row.action} calls={calls} />
          </>
        )}
      />
      {shown !== null && <LogDetails row={shown} onClose={() => setShown(null)} />}
    </>
  );
}
