import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useApiMutation, useRecord } from '#renderer/data/queries/apiQueries.ts';
import { AreaField, SelectField, TextField } from '#renderer/kit/form/fields.tsx';
import { useColumns } from '#renderer/kit/list/columns.tsx';
import { FormDialog } from '#renderer/kit/list/dialogs.tsx';
import { StatusFilter, written } from '#renderer/kit/list/filters.tsx';
import { type RecordFormProps, RecordScreen } from '#renderer/kit/list/ListScreen.tsx';
import type { ListColumn } from '#renderer/kit/list/ListTable.tsx';
import { useList } from '#renderer/kit/list/useList.ts';
import { noticeCalls, type noticeRowSchema } from '#shared/contract/api/notice.ts';

type NoticeRow = z.output<typeof noticeRowSchema>;

const permissions = {
  add: 'notice:add',
  update: 'notice:update',
  status: 'notice:publish',
  delete: 'notice:delete',
} as const;

/** Lists the messages to all accounts: drafts and published ones. */
export default function NoticeScreen() {
  const { t } = useTranslation();
  const list = useList(noticeCalls.list, ['status']);
  const column = useColumns();
  const columns: ListColumn<NoticeRow>[] = [
    column.title(),
    {
      field: 'severity',
      title: t('admin.notice.severity'),
      cell: (row) => t(`admin.severity.${row.severity}`),
    },
    column.status(),
    { field: 'author', title: t('admin.notice.author'), cell: (row) => row.author || '–' },
    { field: 'readers', title: t('admin.notice.readers'), number: true, cell: (row) => row.readers },
    column.published(),
    column.created(),
  ];
  return (
    <RecordScreen
      title={t('admin.notice')}
      list={list}
      calls={noticeCalls}
      permissions={permissions}
      columns={columns}
      nameOf={(row) => row.title}
      searchLabel={t('admin.notice.searchIn')}
      filters={<StatusFilter list={list} of={written} />}
      addLabel={t('admin.notice.add')}
      form={(props) => <NoticeForm {...props} />}
    />
  );
}

const { shape } = noticeCalls.add.body;
const severities = shape.severity.unwrap().options;

function NoticeForm({ id, onClose }: RecordFormProps) {
  const { t } = useTranslation();
  const add = useApiMutation(noticeCalls.add);
  const update = useApiMutation(noticeCalls.update);
  const { data } = useRecord(noticeCalls, id);
  const values =
    id === null
      ? { title: '', content: '', severity: 'info' }
      : data && { title: data.title, content: data.content, severity: String(data.severity) };
  return (
    <FormDialog
      wide
      title={id === null ? t('admin.notice.add') : t('admin.notice.edit')}
      name="notice"
      values={values}
      onClose={onClose}
      onSubmit={async ({ title, content, severity: chosen }) => {
        const severity = severities.find((each) => each === chosen) ?? 'info';
        const body = { title, content, severity };
        if (id === null) await add.mutateAsync({ body });
        else await update.mutateAsync({ body: { id, ...body } });
      }}
    >
      <TextField name="title" label={t('admin.title')} required schema={shape.title} autoFocus />
      <SelectField
        name="severity"
        label={t('admin.notice.severity')}
        kind="select"
        required
        options={severities.map((value) => ({ value, label: t(`admin.severity.${value}`) }))}
      />
      <AreaField
        name="content"
        label={t('admin.notice.content')}
        required
        help={t('admin.notice.draftHint')}
        rows={10}
        schema={shape.content}
      />
    </FormDialog>
  );
}
