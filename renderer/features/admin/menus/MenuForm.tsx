import { useTranslation } from 'react-i18next';
import { useApiMutation, useApiQuery, useRecord } from '#renderer/data/queries/apiQueries.ts';
import { CheckControl, SelectControl, TextControl } from '#renderer/kit/form/controls.tsx';
import { FormField } from '#renderer/kit/form/FormField.tsx';
import { useText } from '#renderer/kit/i18n/useText.ts';
import { FormDialog } from '#renderer/kit/list/dialogs.tsx';
import { namePattern, SortField } from '#renderer/kit/list/recordFields.tsx';
import { menuCalls } from '#shared/contract/api/menu.ts';
import { parents } from './flatten.ts';

export interface MenuFormProps {
  /** Null makes a new node. */
  id: number | null;
  /** What it stands below, null at the top. */
  parentId: number | null;
  onClose(): void;
}

/** A screen or a permission of the tree. */
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
          // A title that was not touched stays translated.
          const title = given.title === shownTitle ? {} : { title: given.title };
          await update.mutateAsync({ body: { id, ...body, ...title } });
        }
      }}
    >
      <FormField name="parentId" label={t('admin.menu.parent')} kind="select">
        <SelectControl options={[{ value: '', label: t('admin.menu.top') }, ...places]} />
      </FormField>
      <FormField name="kind" label={t('admin.menu.kind')} kind="select" help={t('admin.menu.kindHint')}>
        <SelectControl
          options={[
            { value: 'route', label: t('admin.menu.kind.route') },
            { value: 'permission', label: t('admin.menu.kind.permission') },
          ]}
        />
      </FormField>
      <FormField name="title" label={t('admin.title')} required>
        <TextControl maxLength={80} />
      </FormField>
      <FormField
        name="name"
        label={t('admin.name')}
        required
        help={t('admin.menu.nameHint')}
        validate={(value) => (namePattern.test(value) ? null : t('api.field.name'))}
      >
        <TextControl maxLength={64} />
      </FormField>
      <FormField
        name="path"
        label={t('admin.menu.path')}
        validate={(value) => (/^\/[A-Za-z0-9_/-]{0,127}$/.test(value) ? null : t('api.field.path'))}
      >
        <TextControl maxLength={128} />
      </FormField>
      <FormField
        name="icon"
        label={t('admin.menu.icon')}
        validate={(value) => (/^[a-z0-9-]{0,40}$/.test(value) ? null : t('api.field.icon'))}
      >
        <TextControl maxLength={40} />
      </FormField>
      <SortField />
      <FormField name="hidden" label={t('admin.menu.visible')}>
        <CheckControl text={t('admin.menu.hiddenText')} />
      </FormField>
    </FormDialog>
  );
}
