import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useApiMutation, useApiQuery, useRecord } from '#renderer/data/queries/apiQueries.ts';
import { useText } from '#renderer/kit/i18n/useText.ts';
import { useColumns } from '#renderer/kit/list/columns.tsx';
import { FormDialog, NamedFields, SaveDialog } from '#renderer/kit/list/dialogs.tsx';
import { inUse, StatusFilter } from '#renderer/kit/list/filters.tsx';
import { type RecordFormProps, RecordScreen } from '#renderer/kit/list/ListScreen.tsx';
import type { ListColumn } from '#renderer/kit/list/ListTable.tsx';
import { RowButton } from '#renderer/kit/list/listButtons.tsx';
import { useList } from '#renderer/kit/list/useList.ts';
import { CheckLine } from '#renderer/kit/ui/Checkbox.tsx';
import { type MenuNode, menuCalls } from '#shared/contract/api/menu.ts';
import { roleCalls, type roleRowSchema } from '#shared/contract/api/role.ts';
import styles from './admin.module.css';

const permissions = {
  add: 'role:add',
  update: 'role:update',
  status: 'role:status',
  delete: 'role:delete',
} as const;

/** Lists the roles, with forms for their names and permissions. */
export default function RoleScreen() {
  const { t } = useTranslation();
  const text = useText();
  const list = useList(roleCalls.list, ['status']);
  const column = useColumns();
  const [choosing, setChoosing] = useState<RoleRow | null>(null);
  const columns: ListColumn<RoleRow>[] = [
    column.title(),
    column.name(),
    column.remark(),
    { field: 'users', title: t('admin.role.users'), number: true, cell: (row) => row.users },
    column.status(),
    column.created(),
  ];
  return (
    <>
      <RecordScreen
        title={t('admin.role')}
        list={list}
        calls={roleCalls}
        permissions={permissions}
        columns={columns}
        nameOf={(row) => text({ key: row.title })}
        searchLabel={t('admin.searchNameTitle')}
        filters={<StatusFilter list={list} of={inUse} />}
        addLabel={t('admin.role.add')}
        more={(role) => (
          <RowButton
            permission="role:menus"
            icon="sitemap"
            label={t('admin.role.menus')}
            onClick={() => setChoosing(role)}
          />
        )}
        alwaysOn={(role) => role.name === 'administrator'}
        kept={(role) => role.builtIn}
        form={(props) => <RoleForm {...props} />}
      />
      {choosing !== null && <RoleMenus role={choosing} onClose={() => setChoosing(null)} />}
    </>
  );
}

function RoleForm({ id, onClose }: RecordFormProps) {
  const { t } = useTranslation();
  const text = useText();
  const add = useApiMutation(roleCalls.add);
  const update = useApiMutation(roleCalls.update);
  const { data } = useRecord(roleCalls, id);
  const shownTitle = data === undefined ? '' : text({ key: data.title });
  const values =
    id === null
      ? { name: '', title: '', remark: '' }
      : data && { name: data.name, title: shownTitle, remark: data.remark };
  return (
    <FormDialog
      title={id === null ? t('admin.role.add') : t('admin.role.edit')}
      name="role"
      values={values}
      onClose={onClose}
      onSubmit={async ({ name, title, remark }) => {
        if (id === null) {
          await add.mutateAsync({ body: { name, title, remark } });
        } else {
          // Omit an unchanged title: the server would store the shown translation instead of the translation key.
          const change = title === shownTitle ? {} : { title };
          await update.mutateAsync({ body: { id, name, remark, ...change } });
        }
      }}
    >
      <NamedFields fixedName={data?.builtIn === true} />
    </FormDialog>
  );
}

export type RoleRow = z.output<typeof roleRowSchema>;

/** A dialog that selects the screens and permissions of a role. */
export function RoleMenus({ role, onClose }: { role: RoleRow; onClose(): void }) {
  const { t } = useTranslation();
  const text = useText();
  const params = { id: role.id };
  const { data: tree = [] } = useApiQuery(menuCalls.choose, {});
  const { data: held } = useApiQuery(roleCalls.menus, { params }, { edited: true });
  const save = useApiMutation(roleCalls.saveMenus);
  const [chosen, setChosen] = useState<ReadonlySet<number> | null>(null);
  useEffect(() => {
    if (held !== undefined) setChosen(new Set(held));
  }, [held]);
  // The administrator role always has every permission.
  const fixed = role.name === 'administrator';
  return (
    <SaveDialog
      wide
      title={t('admin.role.menusOf', { name: text({ key: role.title }) })}
      ready={chosen !== null && !fixed}
      save={() => save.mutateAsync({ params, body: { menuIds: [...(chosen ?? [])] } })}
      onClose={onClose}
    >
      {fixed && <p className="muted">{t('admin.role.allowedAll')}</p>}
      {chosen !== null && (
        <MenuTree
          nodes={tree}
          chosen={chosen}
          disabled={fixed}
          onSwitch={(node, on) => setChosen(switchNode(tree, chosen, node, on))}
        />
      )}
    </SaveDialog>
  );
}

interface MenuTreeProps {
  nodes: readonly MenuNode[];
  chosen: ReadonlySet<number>;
  disabled: boolean;
  onSwitch(node: MenuNode, on: boolean): void;
}

/** A checkbox for each screen and permission. A partly selected node shows the mixed state. */
function MenuTree({ nodes, chosen, disabled, onSwitch }: MenuTreeProps) {
  const text = useText();
  return (
    <ul className={styles.tree}>
      {nodes.map((node) => {
        const state = stateOf(node, chosen);
        return (
          <li key={node.id}>
            <CheckLine
              disabled={disabled}
              checked={state === 'all'}
              mixed={state === 'some'}
              onChange={() => onSwitch(node, state !== 'all')}
            >
              {text({ key: node.title })} <span className="muted small">{node.name}</span>
            </CheckLine>
            {node.children.length > 0 && (
              <MenuTree nodes={node.children} chosen={chosen} disabled={disabled} onSwitch={onSwitch} />
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Returns the ids of a node and its descendants. */
export function idsBelow(node: MenuNode): number[] {
  return [node.id, ...node.children.flatMap(idsBelow)];
}

/** Returns the ids of a node's ancestors, its parent last; null if the node is not in the tree. */
export function idsAbove(tree: readonly MenuNode[], id: number): number[] | null {
  for (const node of tree) {
    if (node.id === id) return [];
    const above = idsAbove(node.children, id);
    if (above !== null) return [node.id, ...above];
  }
  return null;
}

/**
 * Returns the selection after a node is selected or deselected. Its descendants follow it. Selecting a node also
 * selects its ancestors, because a screen cannot be reached without its menu.
 */
export function switchNode(
  tree: readonly MenuNode[],
  chosen: ReadonlySet<number>,
  node: MenuNode,
  on: boolean,
): ReadonlySet<number> {
  const next = new Set(chosen);
  for (const id of idsBelow(node)) {
    if (on) next.add(id);
    else next.delete(id);
  }
  if (on) for (const id of idsAbove(tree, node.id) ?? []) next.add(id);
  return next;
}

/** Returns whether all, some or none of a node and its descendants are selected. */
export function stateOf(node: MenuNode, chosen: ReadonlySet<number>): 'all' | 'some' | 'none' {
  const ids = idsBelow(node);
  const count = ids.filter((id) => chosen.has(id)).length;
  if (count === 0) return 'none';
  return count === ids.length ? 'all' : 'some';
}
