import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { nameSchema, remarkSchema, sortSchema, titleSchema } from '#shared/contract/api/fields.ts';
import { patterns } from '#shared/contract/patterns.ts';
import { AreaField, TextField } from '../form/fields.tsx';

/** The fields of roles and dictionaries: title (shown to people), name (used by code) and remark. */
export function NamedFields({ fixedName = false }: { fixedName?: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      <TextField name="title" label={t('admin.title')} required schema={titleSchema} autoFocus />
      <TextField
        name="name"
        label={t('admin.name')}
        required
        disabled={fixedName}
        help={t('admin.nameHint')}
        schema={nameSchema}
      />
      <AreaField name="remark" label={t('admin.remark')} rows={3} schema={remarkSchema} />
    </>
  );
}

const sortText = z.string().regex(patterns.integer, 'api.field.number').transform(Number).pipe(sortSchema);

/** The record's position among its siblings: an integer, lowest first. */
export function SortField() {
  const { t } = useTranslation();
  return <TextField name="sort" label={t('admin.sort')} required schema={sortText} inputMode="numeric" />;
}
