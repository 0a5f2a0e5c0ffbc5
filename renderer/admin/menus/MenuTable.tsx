import { useTranslation } from 'react-i18next';
import type { MenuNode } from '#shared/contract/api/menu.ts';
import { useText } from '../../i18n/useText.ts';
import { RowButton } from '../list/RowButton.tsx';
import { DeleteButton, EditButton, StatusButton } from '../list/rowButtons.tsx';
import { StatusTag } from '../list/StatusTag.tsx';
import type { RowCalls } from '../list/useRowCalls.ts';
import type { MenuLine } from './flatten.ts';
import type { OpenMenuForm } from './MenuScreen.tsx';

export interface MenuTableProps {
  lines: readonly MenuLine[];
  folded: ReadonlySet<number>;
  selected: ReadonlySet<number>;
  calls: RowCalls;
  onFold(node: MenuNode): void;
  onSelect(node: MenuNode): void;
  onOpen(form: OpenMenuForm): void;
}

/** The tree as a table: each line indented by its depth. */
export function MenuTable({ lines, folded, selected, calls, onFold, onSelect, onOpen }: MenuTableProps) {
  const { t } = useTranslation();
  const text = useText();
  return (
    <div className="list__scroll">
      <table className="list">
        <caption className="only-for-readers">{t('admin.menu')}</caption>
        <thead>
          <tr>
            <th className="list__check" />
            <th>{t('admin.title')}</th>
            <th>{t('admin.name')}</th>
            <th>{t('admin.menu.kind')}</th>
            <th>{t('admin.menu.path')}</th>
            <th className="num">{t('admin.sort')}</th>
            <th>{t('admin.status')}</th>
            <th className="list__actions">{t('admin.actions')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ node, depth }) => {
            const title = text({ key: node.title });
            return (
              <tr key={node.id}>
                <td className="list__check">
                  <input
                    type="checkbox"
                    aria-label={t('admin.selectRow', { name: title })}
                    checked={selected.has(node.id)}
                    onChange={() => onSelect(node)}
                  />
                </td>
                <td>
                  <span className="menu-line" style={{ paddingInlineStart: `${depth * 22}px` }}>
                    {node.children.length > 0 ? (
                      <button
                        type="button"
                        className="icon-button"
                        aria-expanded={!folded.has(node.id)}
                        aria-label={t('admin.menu.foldOne', { name: title })}
                        onClick={() => onFold(node)}
                      >
                        <i
                          className={`pi pi-angle-${folded.has(node.id) ? 'right' : 'down'}`}
                          aria-hidden="true"
                        />
                      </button>
                    ) : (
                      <span className="menu-line__gap" />
                    )}
                    {node.icon !== '' && <i className={`pi pi-${node.icon}`} aria-hidden="true" />}
                    {title}
                  </span>
                </td>
                <td>{node.name}</td>
                <td>
                  {node.kind === 'route' ? t('admin.menu.kind.route') : t('admin.menu.kind.permission')}
                  {node.hidden && <span className="muted"> · {t('admin.menu.hidden')}</span>}
                </td>
                <td>{node.path || '–'}</td>
                <td className="num">{node.sort}</td>
                <td>
                  <StatusTag status={node.status} />
                </td>
                <td className="list__actions">
                  <div className="list__buttons">
                    <RowButton
                      permission="menu:add"
                      icon="plus"
                      label={t('admin.menu.addBelow')}
                      disabled={node.kind !== 'route'}
                      onClick={() => onOpen({ id: null, parentId: node.id })}
                    />
                    <EditButton
                      permission="menu:update"
                      onClick={() => onOpen({ id: node.id, parentId: node.parentId })}
                    />
                    <StatusButton permission="menu:update" row={node} calls={calls} />
                    <DeleteButton
                      permission="menu:delete"
                      id={node.id}
                      name={title}
                      calls={calls}
                      disabled={node.children.length > 0}
                    />
                  </div>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
