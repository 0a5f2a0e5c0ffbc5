import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useData } from '#renderer/data/api/useData.ts';
import { usePage } from '#renderer/data/hooks.ts';
import { useText } from '#renderer/kit/i18n/useText.ts';
import { SaveDialog } from '#renderer/kit/list/dialogs.tsx';
import { menuCalls } from '#shared/contract/api/menu.ts';
import { roleCalls, type roleRowSchema } from '#shared/contract/api/role.ts';
import { MenuTree } from './MenuTree.tsx';
import { switchNode } from './treeChoice.ts';

export type RoleRow = z.output<typeof roleRowSchema>;

/** The screens and permissions of a role, as a tree to be ticked. */
export function RoleMenus({ role, onDone, onClose }: { role: RoleRow; onDone(): void; onClose(): void }) {
  const { t } = useTranslation();
  const text = useText();
  const { api, session } = usePage();
  const tree = useData(menuCalls.choose, {});
  const held = useData(roleCalls.menus, { params: { id: role.id } });
  const [chosen, setChosen] = useState<ReadonlySet<number> | null>(null);
  useEffect(() => {
    if (held.data !== null) setChosen(new Set(held.data));
  }, [held.data]);
  // An administrator has everything, always; there is nothing to choose.
  const fixed = role.name === 'administrator';
  const save = async () => {
    const input = { params: { id: role.id }, body: { menuIds: [...(chosen ?? [])] } };
    await api.call(roleCalls.saveMenus, input, { announce: true });
    await session.reloadInfo();
  };
  return (
    <SaveDialog
      wide
      title={t('admin.role.menusOf', { name: text({ key: role.title }) })}
      ready={chosen !== null && !fixed}
      save={save}
      onDone={onDone}
      onClose={onClose}
    >
      {fixed && <p className="muted">{t('admin.role.allowedAll')}</p>}
      {chosen !== null && (
        <MenuTree
          nodes={tree.data ?? []}
          chosen={chosen}
          disabled={fixed}
          onSwitch={(node, on) => setChosen(switchNode(tree.data ?? [], chosen, node, on))}
        />
      )}
    </SaveDialog>
  );
}
