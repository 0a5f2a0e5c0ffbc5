import { useTranslation } from 'react-i18next';
import { useApiMutation, useApiQuery, useRecord } from '#renderer/data/queries/apiQueries.ts';
import { CheckField, SelectField, TextField } from '#renderer/kit/form/fields.tsx';
import { useText } from '#renderer/kit/i18n/useText.ts';
import { FormDialog, SortField } from '#renderer/kit/list/dialogs.tsx';
import { menuCalls } from '#shared/contract/api/menu.ts';
import { parents } from './menuParts.tsx';

const { shape } = menuCalls.add.body;

export interface MenuFormProps {
  /** The edited node; null for a new one. */
  id: number | null;
  /** The parent of a new node; null at the top. */
  parentId: number | null;
  onClose(): void;
}

/** The form of a screen or a permission. */
export function MenuForm({ id, parentId, onClose }: MenuFormProps) {
  const { t } = useTranslation();
  const text = useText();
  const add = useApiMutation(menuCalls.add);
  const update = useApiMutation(menuCalls.update);
  const tree = useApiQuery(menuCalls.tree, { query: {} });
  const { data } = useRecord(menuCalls, id);
  const fresh = {
    parentId: parentId === null ? '' : String(parentId),
    kind: 'route',
    name: '',
    title: '',
    path: '',
    icon: '',
    sort: '0',
    hidden: false,
  };
  const shownTitle = data === undefined ? '' : text({ key: data.title });
  const values =
    tree.data === undefined || (id !== null && data === undefined)
      ? undefined
      : data === undefined
        ? fresh
        : {
            ...fresh,
            ...data,
            title: shownTitle,
            sort: String(data.sort),
            parentId: String(data.parentId ?? ''),
          };
  const places = parents(tree.data ?? [], id).map(({ node, depth }) => ({
    value: String(node.id),
    label: `${'　'.repeat(depth)}${text({ key: node.title })}`,
  }));
  return (
    <FormDialog
      title={id === null ? t('admin.menu.add') : t('admin.menu.edit')}
      name="menu"
      values={values}
      onClose={onClose}
      onSubmit={async (given) => {
        const body = {
          parentId: given.parentId === '' ? null : Number(given.parentId),
          kind: given.kind === 'permission' ? ('permission' as const) : ('route' as const),
          name: given.name,
          path: given.path,
          icon: given.icon,
          sort: Number(given.sort),
          hidden: given.hidden,
        };
        if (id === null) await add.mutateAsync({ body: { ...body, title: given.title } });
        else {
          // Omit an unchanged title: the server would store the shown translation instead of the translation key.
          const title = given.title === shownTitle ? {} : { title: given.title };
          await update.mutateAsync({ body: { id, ...body, ...title } });
        }
      }}
    >
      <SelectField
        name="parentId"
        label={t('admin.menu.parent')}
        kind="select"
        options={[{ value: '', label: t('admin.menu.top') }, ...places]}
      />
      <SelectField
        name="kind"
        label={t('admin.menu.kind')}
        kind="select"
        help={t('admin.menu.kindHint')}
        options={[
          { value: 'route', label: t('admin.menu.kind.route') },
          { value: 'permission', label: t('admin.menu.kind.permission') },
        ]}
      />
      <TextField name="title" label={t('admin.title')} required schema={shape.title} />
      <TextField
        name="name"
        label={t('admin.name')}
        required
        help={t('admin.menu.nameHint')}
        schema={shape.name}
      />
      <TextField name="path" label={t('admin.menu.path')} schema={shape.path} />
      <TextField name="icon" label={t('admin.menu.icon')} schema={shape.icon} />
      <SortField />
      <CheckField name="hidden" label={t('admin.menu.visible')} text={t('admin.menu.hiddenText')} />
    </FormDialog>
  );
}
