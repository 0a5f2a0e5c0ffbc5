import { useTranslation } from 'react-i18next';
import { formatBytes } from '#renderer/kit/i18n/format.ts';
import { useFormat, useWhen } from '#renderer/kit/i18n/useFormat.ts';
import { FilterSelect } from '#renderer/kit/list/filters.tsx';
import listStyles from '#renderer/kit/list/List.module.css';
import { ListScreen } from '#renderer/kit/list/ListScreen.tsx';
import type { ListColumn } from '#renderer/kit/list/ListTable.tsx';
import type { List } from '#renderer/kit/list/useList.ts';
import {
  type BackstageRow,
  type BackstageState,
  backstageKindSchema,
  backstageStates,
} from '#shared/contract/api/status.ts';
import styles from './status.module.css';

const dots: Record<BackstageState, string> = {
  blocked: 'dot dot--bad',
  failed: 'dot dot--bad',
  away: 'dot dot--bad',
  resuming: 'dot dot--wait',
  opening: 'dot dot--wait',
  onAir: 'dot dot--good',
  idle: 'dot',
};

/** Lists the open backstages and the shows that wait for one. */
export function Backstages({ list, quota }: { list: List<BackstageRow>; quota: number | null }) {
  const { t } = useTranslation();
  const columns = useBackstageColumns(quota);
  return (
    <ListScreen
      title={t('admin.overview.backstages')}
      list={list}
      columns={columns}
      nameOf={(row) => row.account?.email ?? t(`admin.overview.kind.${row.kind}`)}
      searchLabel={t('admin.user.searchIn')}
      filters={
        <>
          <FilterSelect
            list={list}
            name="state"
            label={t('admin.overview.state')}
            options={backstageStates.map((value) => ({ value, label: t(`admin.overview.state.${value}`) }))}
          />
          <FilterSelect
            list={list}
            name="kind"
            label={t('admin.overview.kind')}
            options={backstageKindSchema.options.map((value) => {
              return { value, label: t(`admin.overview.kind.${value}`) };
            })}
          />
        </>
      }
    />
  );
}

function useBackstageColumns(quota: number | null): ListColumn<BackstageRow>[] {
  const { t } = useTranslation();
  const when = useWhen();
  const { language, number } = useFormat();
  const count = (
    field: 'giftsLastMinute' | 'waitingInputs' | 'screens' | 'overlays',
  ): ListColumn<BackstageRow> => ({
    field,
    title: t(`admin.overview.${field}`),
    sortable: true,
    number: true,
    cell: (row) => number(row[field]),
  });
  return [
    {
      field: 'email',
      title: t('admin.overview.account'),
      sortable: true,
      cell: ({ account, kind }) => (
        <span className={`${listStyles.long} ${listStyles.address}`}>
          {account?.email ?? t(`admin.overview.kind.${kind}`)}
          {account !== null && (
            <span className={`${listStyles.sub} muted small`}>
              {kind === 'own' ? `${account.username} · ${t('admin.overview.kind.own')}` : account.username}
            </span>
          )}
        </span>
      ),
    },
    {
      field: 'state',
      title: t('admin.overview.state'),
      sortable: true,
      cell: ({ state, rehearsal }) => (
        <span className="chip">
          <span className={dots[state]} aria-hidden="true" />
          {t(`admin.overview.state.${state}`)}
          {rehearsal && ` · ${t('bar.rehearsal')}`}
        </span>
      ),
    },
    { field: 'since', title: t('admin.overview.since'), sortable: true, cell: (row) => when(row.since) },
    count('giftsLastMinute'),
    count('waitingInputs'),
    count('screens'),
    count('overlays'),
    {
      field: 'diskBytes',
      title: t('admin.overview.disk'),
      sortable: true,
      number: true,
      cell: ({ kind, diskBytes }) => {
        if (diskBytes === null) return '–';
        const isScarce = kind === 'host' && quota !== null && diskBytes > quota * 0.8;
        return (
          <span className={isScarce ? styles.scarce : undefined}>
            {isScarce && <i className="pi pi-exclamation-triangle" aria-hidden="true" />}
            {formatBytes(diskBytes, language)}
          </span>
        );
      },
    },
  ];
}
