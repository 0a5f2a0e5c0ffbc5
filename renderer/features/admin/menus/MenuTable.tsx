import { Column } from 'primereact/column';
import type { RowPassThroughOptions } from 'primereact/row';
import { TreeTable } from 'primereact/treetable';
import type { HTMLAttributes, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '#renderer/kit/list/List.module.css';
import { StatusTag } from '#renderer/kit/list/StatusTag.tsx';
import type { MenuNode } from '#shared/contract/api/menu.ts';
import {
  flatten,
  MenuButtons,
  MenuCheck,
  MenuKind,
  type MenuLine,
  type MenuLinesProps,
  MenuTitle,
} from './menuParts.tsx';

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
      <Column className={styles.check} body={at((node) => <MenuCheck node={node} {...props} />)} />
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
