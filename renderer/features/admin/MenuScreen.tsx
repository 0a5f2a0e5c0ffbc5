import { Column } from 'primereact/column';
import type { RowPassThroughOptions } from 'primereact/row';
import { TreeTable } from 'primereact/treetable';
import { type HTMLAttributes, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useApiMutation, useApiQuery, useRecord } from '#renderer/data/queries/apiQueries.ts';
import { CheckField, SelectField, TextField } from '#renderer/kit/form/fields.tsx';
import { useText } from '#renderer/kit/i18n/useText.ts';
import { StatusTag } from '#renderer/kit/list/columns.tsx';
import { FormDialog, SortField } from '#renderer/kit/list/dialogs.tsx';
import { SearchBox } from '#renderer/kit/list/filters.tsx';
import styles from '#renderer/kit/list/List.module.css';
import { RowCard } from '#renderer/kit/list/ListCards.tsx';
import { BatchDelete, ToolButton } from '#renderer/kit/list/listButtons.tsx';
import { useSelection } from '#renderer/kit/list/useList.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Panel } from '#renderer/kit/ui/Panel.tsx';
import { Skeleton } from '#renderer/kit/ui/placeholders.tsx';
import { useNarrow } from '#renderer/kit/ui/useNarrow.ts';
import { type MenuNode, menuCalls } from '#shared/contract/api/menu.ts';
import {
  flatten,
  MenuButtons,
  MenuCheck,
  MenuKind,
  type MenuLine,
  type MenuLinesProps,
  MenuTitle,
  type OpenMenuForm,
  parents,
} from './menuParts.tsx';

/** Edits the tree of screens and permissions that roles refer to. */
export default function MenuScreen() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  const { data } = useApiQuery(menuCalls.tree, { query: search === '' ? {} : { search } });
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set());
  const [open, setOpen] = useState<OpenMenuForm | null>(null);
  const Lines = useNarrow() ? MenuCards : MenuTable;
  const tree = data ?? [];
  const nodes = flatten(tree, new Set()).map(({ node }) => node);
  const { selected, select } = useSelection(nodes);
  const withChildren = nodes.filter(({ children }) => children.length > 0).map(({ id }) => id);
  return (
    <Panel
      title={t('admin.menu')}
      className={styles.screen}
      actions={
        <ToolButton
          permission="menu:add"
          icon="plus"
          label={t('admin.menu.add')}
          onClick={() => setOpen({ id: null, parentId: null })}
        />
      }
    >
      <div className={styles.bar}>
        <SearchBox
          label={t('admin.searchNameTitle')}
          value={search}
          onSearch={(text) => setParams(text === '' ? {} : { search: text }, { replace: true })}
        />
        <Button small look="outlined" label={t('admin.menu.unfold')} onClick={() => setFolded(new Set())} />
        <Button
          small
          look="outlined"
          label={t('admin.menu.fold')}
          onClick={() => setFolded(new Set(withChildren))}
        />
        <div className={styles.batch}>
          <BatchDelete selected={selected} calls={menuCalls} permission="menu:delete" />
        </div>
      </div>
      {data === undefined ? (
        <Skeleton className={styles.wait} />
      ) : (
        <Lines
          tree={tree}
          folded={folded}
          selected={selected}
          onFold={(node) => setFolded(switched(folded, node))}
          onSelect={({ id }) => select([id], !selected.has(id))}
          onOpen={setOpen}
        />
      )}
      {open !== null && <MenuForm id={open.id} parentId={open.parentId} onClose={() => setOpen(null)} />}
    </Panel>
  );
}

function switched(ids: ReadonlySet<number>, node: MenuNode): ReadonlySet<number> {
  const next = new Set(ids);
  if (!next.delete(node.id)) next.add(node.id);
  return next;
}

/** Shows the menu tree as cards for narrow screens; each card is indented by its depth. */
function MenuCards({ tree, ...props }: MenuLinesProps) {
  const { t } = useTranslation();
  return (
    <ul className={styles.cards} aria-label={t('admin.menu')}>
      {flatten(tree, props.folded).map(({ node, depth }) => (
        <RowCard
          key={node.id}
          check={<MenuCheck node={node} {...props} />}
          title={<MenuTitle node={node} depth={depth} step={14} {...props} />}
          facts={[
            { field: 'name', label: t('admin.name'), value: node.name },
            { field: 'kind', label: t('admin.menu.kind'), value: <MenuKind node={node} /> },
            { field: 'path', label: t('admin.menu.path'), value: node.path || '–' },
            { field: 'sort', label: t('admin.sort'), value: node.sort },
            { field: 'status', label: t('admin.status'), value: <StatusTag status={node.status} /> },
          ]}
          actions={<MenuButtons node={node} {...props} />}
        />
      ))}
    </ul>
  );
}

/** A line as PrimeReact's TreeTable takes it. */
interface TreeLine {
  key: string;
  data: MenuLine;
  children: TreeLine[];
}

/** Shows the menu tree as a table. The arrow keys move between its rows, fold and unfold them. */
export function MenuTable({ tree, ...props }: MenuLinesProps) {
  const { t } = useTranslation();
  const { folded, onFold } = props;
  const parents = flatten(tree, new Set()).flatMap(({ node }) => (node.children.length > 0 ? [node] : []));
  return (
    <TreeTable
      value={linesOf(tree)}
      className={styles.scroll}
      tableClassName={styles.list}
      expandedKeys={Object.fromEntries(
        parents.filter(({ id }) => !folded.has(id)).map(({ id }) => [id, true]),
      )}
      onToggle={({ value }) => {
        const node = parents.find(({ id }) => (value[id] === true) === folded.has(id));
        if (node !== undefined) onFold(node);
      }}
      pt={{ ...treegrid, table: { role: 'treegrid', 'aria-label': t('admin.menu') } }}
    >
      <Column
        className={styles.check}
        header={<span className="only-for-readers">{t('admin.select')}</span>}
        body={at((node) => <MenuCheck node={node} {...props} />)}
      />
      <Column
        header={t('admin.title')}
        body={({ data }: TreeLine) => <MenuTitle {...data} step={22} {...props} />}
      />
      <Column header={t('admin.name')} body={at((node) => node.name)} />
      <Column header={t('admin.menu.kind')} body={at((node) => <MenuKind node={node} />)} />
      <Column header={t('admin.menu.path')} body={at((node) => node.path || '–')} />
      <Column className="num" header={t('admin.sort')} body={at((node) => node.sort)} />
      <Column header={t('admin.status')} body={at((node) => <StatusTag status={node.status} />)} />
      <Column
        className={styles.actions}
        header={t('admin.actions')}
        body={at((node) => (
          <div className={styles.buttons} data-actions>
            <MenuButtons node={node} {...props} />
          </div>
        ))}
      />
    </TreeTable>
  );
}

/**
 * Fixes TreeTable for screen readers: one table instead of two, rows outside of the tab order, and the folded state on
 * the button that changes it instead of on every row.
 */
const treegrid = { root: { role: undefined }, row: rowAttributes() };

/** PrimeReact's type of this part lacks the row's attributes. */
function rowAttributes(): RowPassThroughOptions & HTMLAttributes<HTMLTableRowElement> {
  return {
    role: 'row',
    tabIndex: -1,
    'aria-expanded': undefined,
    'aria-selected': undefined,
    'aria-checked': undefined,
  };
}

const linesOf = (nodes: readonly MenuNode[], depth = 0): TreeLine[] =>
  nodes.map((node) => ({
    key: String(node.id),
    data: { node, depth },
    children: linesOf(node.children, depth + 1),
  }));

const at =
  (show: (node: MenuNode) => ReactNode) =>
  ({ data }: TreeLine) =>
    show(data.node);

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
