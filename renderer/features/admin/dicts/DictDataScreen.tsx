import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { z } from 'zod';
import { useApiQuery } from '#renderer/data/queries/apiQueries.ts';
import { FilterSelect, inUse, StatusFilter } from '#renderer/kit/list/filters.tsx';
import type { ListColumn } from '#renderer/kit/list/ListTable.tsx';
import { RecordScreen } from '#renderer/kit/list/RecordScreen.tsx';
import { useColumns } from '#renderer/kit/list/useColumns.tsx';
import { useList } from '#renderer/kit/list/useList.ts';
import { dictCalls, dictDataCalls, type dictDataRowSchema } from '#shared/contract/api/dict.ts';
import { DictDataForm } from './DictDataForm.tsx';
import { dictPermissions } from './permissions.ts';

type DictDataRow = z.output<typeof dictDataRowSchema>;

/** Lists the entries of the dictionary that the filter selects, or of all dictionaries. */
export default function DictDataScreen() {
  const { t } = useTranslation();
  const list = useList(dictDataCalls.list, ['dictId', 'status']);
  const column = useColumns();
  const dicts = useApiQuery(dictCalls.list, { params: { page: 1, size: 100 }, query: { sort: 'title' } });
  const dictId = Number(list.filter('dictId')) || null;
  const dict = dicts.data?.rows.find((row) => row.id === dictId);
  const columns: ListColumn<DictDataRow>[] = [
    { field: 'value', title: t('admin.dictData.value'), sortable: true, cell: (row) => row.value },
    { field: 'ja', title: t('admin.dictData.ja'), cell: (row) => row.labels.ja || '–' },
    { field: 'en', title: t('admin.dictData.en'), cell: (row) => row.labels.en || '–' },
    { field: 'zh_CN', title: t('admin.dictData.zh_CN'), cell: (row) => row.labels.zh_CN || '–' },
    column.sort(),
    column.status(),
  ];
  return (
    <>
      <p>
        <Link className="link" to="/system/dict">
          {t('admin.dict.back')}
        </Link>
      </p>
      <RecordScreen
        title={dict === undefined ? t('admin.dictData') : t('admin.dict.entriesOf', { name: dict.title })}
        list={list}
        calls={dictDataCalls}
        permissions={dictPermissions}
        columns={columns}
        nameOf={(row) => row.value}
        searchLabel={t('admin.dictData.searchIn')}
        filters={
          <>
            <FilterSelect
              list={list}
              name="dictId"
              label={t('admin.dictData.dict')}
              options={(dicts.data?.rows ?? []).map((row) => ({ value: String(row.id), label: row.title }))}
            />
            <StatusFilter list={list} of={inUse} />
          </>
        }
        addLabel={t('admin.dictData.add')}
        addDisabled={dict === undefined}
        form={(props) => <DictDataForm {...props} dictId={dictId} />}
      />
    </>
  );
}
