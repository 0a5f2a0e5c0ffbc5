import { useTranslation } from 'react-i18next';
import { useApiMutation, useRecord } from '#renderer/data/queries/apiQueries.ts';
import { AreaControl, SelectControl, TextControl } from '#renderer/kit/form/controls.tsx';
import { FormField } from '#renderer/kit/form/FormField.tsx';
import { FormDialog } from '#renderer/kit/list/dialogs.tsx';
import type { RecordFormProps } from '#renderer/kit/list/RecordScreen.tsx';
import { noticeCalls } from '#shared/contract/api/notice.ts';

const severities = ['info', 'success', 'warn', 'error'] as const;

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
      <FormField name="title" label={t('admin.title')} required>
        <TextControl maxLength={120} autoFocus />
      </FormField>
      <FormField name="severity" label={t('admin.notice.severity')} kind="select" required>
        <SelectControl
          options={severities.map((value) => ({ value, label: t(`admin.severity.${value}`) }))}
        />
      </FormField>
      <FormField name="content" label={t('admin.notice.content')} required help={t('admin.notice.draftHint')}>
        <AreaControl rows={10} maxLength={20_000} />
      </FormField>
    </FormDialog>
  );
}
