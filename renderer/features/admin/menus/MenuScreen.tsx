import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useApiQuery } from '#renderer/data/queries/apiQueries.ts';
import { SearchBox } from '#renderer/kit/list/filters.tsx';
import styles from '#renderer/kit/list/List.module.css';
import { RowCard } from '#renderer/kit/list/ListCards.tsx';
import { BatchDelete, ToolButton } from '#renderer/kit/list/listButtons.tsx';
import { StatusTag } from '#renderer/kit/list/StatusTag.tsx';
import { useSelection } from '#renderer/kit/list/useList.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Panel } from '#renderer/kit/ui/Panel.tsx';
import { Skeleton } from '#renderer/kit/ui/Skeleton.tsx';
import { useNarrow } from '#renderer/kit/ui/useNarrow.ts';
import { type MenuNode, menuCalls } from '#shared/contract/api/menu.ts';
import { MenuForm } from './MenuForm.tsx';
import { MenuTable } from './MenuTable.tsx';
import {
  flatten,
  MenuButtons,
  MenuCheck,
  MenuKind,
  type MenuLinesProps,
  MenuTitle,
  type OpenMenuForm,
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
