import { useTranslation } from 'react-i18next';
import { useText } from '#renderer/kit/i18n/useText.ts';
import { DeleteButton, EditButton, RowButton, StatusButton } from '#renderer/kit/list/listButtons.tsx';
import { Checkbox } from '#renderer/kit/ui/Checkbox.tsx';
import { type MenuNode, menuCalls } from '#shared/contract/api/menu.ts';
import styles from './menus.module.css';

export type OpenMenuForm = { id: number | null; parentId: number | null };

/** Props of the menu tree, shown as a table or as cards. */
export interface MenuLinesProps {
  tree: readonly MenuNode[];
  folded: ReadonlySet<number>;
  selected: ReadonlySet<number>;
  onFold(node: MenuNode): void;
  onSelect(node: MenuNode): void;
  onOpen(form: OpenMenuForm): void;
}

export function MenuCheck({ node, selected, onSelect }: Pick<MenuLinesProps, 'selected' | 'onSelect'> & Of) {
  const { t } = useTranslation();
  const text = useText();
  return (
    <Checkbox
      label={t('admin.selectRow', { name: text({ key: node.title }) })}
      checked={selected.has(node.id)}
      onChange={() => onSelect(node)}
    />
  );
}

/** A node's fold button, icon and title, indented by its depth. */
export function MenuTitle({ node, depth, folded, onFold, step }: MenuTitleProps) {
  const { t } = useTranslation();
  const title = useText()({ key: node.title });
  const isFolded = folded.has(node.id);
  return (
    <span className={styles.line} style={{ paddingInlineStart: `${depth * step}px` }}>
      <button
        type="button"
        className="icon-button"
        // TreeTable's arrow keys do not unfold a row whose first button is hidden.
        style={{ visibility: node.children.length > 0 ? 'visible' : 'hidden' }}
        aria-expanded={!isFolded}
        aria-label={t('admin.menu.foldOne', { name: title })}
        onClick={() => onFold(node)}
      >
        <i className={`pi pi-angle-${isFolded ? 'right' : 'down'}`} aria-hidden="true" />
      </button>
      {node.icon !== '' && <i className={`pi pi-${node.icon}`} aria-hidden="true" />}
      {title}
    </span>
  );
}

interface MenuTitleProps extends MenuLine, Pick<MenuLinesProps, 'folded' | 'onFold'> {
  /** Pixels of indentation for each level. */
  step: number;
}

export function MenuKind({ node }: Of) {
  const { t } = useTranslation();
  return (
    <>
      {node.kind === 'route' ? t('admin.menu.kind.route') : t('admin.menu.kind.permission')}
      {node.hidden && <span className="muted"> · {t('admin.menu.hidden')}</span>}
    </>
  );
}

export function MenuButtons({ node, onOpen }: Pick<MenuLinesProps, 'onOpen'> & Of) {
  const { t } = useTranslation();
  const text = useText();
  return (
    <>
      <RowButton
        permission="menu:add"
        icon="plus"
        label={t('admin.menu.addBelow')}
        disabled={node.kind !== 'route'}
        onClick={() => onOpen({ id: null, parentId: node.id })}
      />
      <EditButton permission="menu:update" onClick={() => onOpen({ id: node.id, parentId: node.parentId })} />
      <StatusButton permission="menu:update" row={node} calls={menuCalls} />
      <DeleteButton
        permission="menu:delete"
        id={node.id}
        name={text({ key: node.title })}
        calls={menuCalls}
        disabled={node.children.length > 0}
      />
    </>
  );
}

interface Of {
  node: MenuNode;
}

export interface MenuLine {
  node: MenuNode;
  /** 0 at the top. */
  depth: number;
}

/** Returns the visible lines of a tree from top to bottom, without the children of folded nodes. */
export function flatten(nodes: readonly MenuNode[], folded: ReadonlySet<number>, depth = 0): MenuLine[] {
  return nodes.flatMap((node) => [
    { node, depth },
    ...(folded.has(node.id) ? [] : flatten(node.children, folded, depth + 1)),
  ]);
}

/** Returns the nodes that can be a parent: screens, without `except` and its descendants. */
export function parents(nodes: readonly MenuNode[], except: number | null): MenuLine[] {
  return flatten(withoutNode(nodes, except), new Set()).filter(({ node }) => node.kind === 'route');
}

function withoutNode(nodes: readonly MenuNode[], id: number | null): MenuNode[] {
  return nodes
    .filter((node) => node.id !== id)
    .map((node) => ({ ...node, children: withoutNode(node.children, id) }));
}
