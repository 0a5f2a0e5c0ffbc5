import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePage } from '#renderer/data/hooks.ts';
import { ListScreen } from '#renderer/kit/list/ListScreen.tsx';
import { BatchDelete, DeleteButton, RowButton, ToolButton } from '#renderer/kit/list/listButtons.tsx';
import { useList } from '#renderer/kit/list/useList.ts';
import { saveFile } from '#renderer/kit/ui/saveFile.ts';
import { type LogRow, logCalls } from '#shared/contract/api/log.ts';
import { LogDetails } from './LogDetails.tsx';
import { LogFilters, logFilters } from './LogFilters.tsx';
import { useLogColumns } from './useLogColumns.tsx';

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
