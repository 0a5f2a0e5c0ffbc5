import { useTranslation } from 'react-i18next';
import { RowCard } from '#renderer/kit/list/ListCards.tsx';
import { StatusTag } from '#renderer/kit/list/StatusTag.tsx';
import { flatten } from './flatten.ts';
import { MenuButtons, MenuCheck, MenuKind, type MenuLinesProps, MenuTitle } from './menuParts.tsx';

/** Shows the menu tree as cards for narrow screens; each card is indented by its depth. */
export function MenuCards({ tree, ...props }: MenuLinesProps) {
  const { t } = useTranslation();
  return (
    <ul className="cards" aria-label={t('admin.menu')}>
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
