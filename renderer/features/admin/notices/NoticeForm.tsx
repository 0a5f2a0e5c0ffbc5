import { useTranslation } from 'react-i18next';
import { useApiMutation, useRecord } from '#renderer/data/queries/apiQueries.ts';
import { AreaField, SelectField, TextField } from '#renderer/kit/form/fields.tsx';
import { FormDialog } from '#renderer/kit/list/dialogs.tsx';
import type { RecordFormProps } from '#renderer/kit/list/RecordScreen.tsx';
import { noticeCalls } from '#shared/contract/api/notice.ts';

const { shape } = noticeCalls.add.body;
const severities = shape.severity.unwrap().options;

export function NoticeForm({ id, onClose }: RecordFormProps) {
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
