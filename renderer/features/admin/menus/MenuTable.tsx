import { useTranslation } from 'react-i18next';
import { StatusTag } from '#renderer/kit/list/StatusTag.tsx';
import { MenuButtons, MenuCheck, MenuKind, type MenuLinesProps, MenuTitle } from './menuParts.tsx';

/** Shows the menu tree as a table; each line is indented by its depth. */
export function MenuTable({ lines, ...props }: MenuLinesProps) {
  const { t } = useTranslation();
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
          {lines.map(({ node, depth }) => (
            <tr key={node.id}>
              <td className="list__check">
                <MenuCheck node={node} {...props} />
              </td>
              <td>
                <span className="menu-line" style={{ paddingInlineStart: `${depth * 22}px` }}>
                  <MenuTitle node={node} {...props} />
                </span>
              </td>
              <td>{node.name}</td>
              <td>
                <MenuKind node={node} />
              </td>
              <td>{node.path || '–'}</td>
              <td className="num">{node.sort}</td>
              <td>
                <StatusTag status={node.status} />
              </td>
              <td className="list__actions">
                <div className="list__buttons">
                  <MenuButtons node={node} {...props} />
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
