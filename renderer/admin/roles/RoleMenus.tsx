import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { menuCalls } from '#shared/contract/api/menu.ts';
import { roleCalls } from '#shared/contract/api/role.ts';
import { useAct } from '../../api/useAct.ts';
import { useData } from '../../api/useData.ts';
import { usePage } from '../../app/hooks.ts';
import { useText } from '../../i18n/useText.ts';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { MenuTree } from './MenuTree.tsx';
import type { RoleRow } from './RoleScreen.tsx';
import { switchNode } from './treeChoice.ts';

/** The screens and permissions of a role, as a tree to be ticked. */
export function RoleMenus({ role, onDone, onClose }: { role: RoleRow; onDone(): void; onClose(): void }) {
  const { t } = useTranslation();
  const text = useText();
  const { api, session } = usePage();
  const { busy, act } = useAct();
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
    if (!(await act(() => api.call(roleCalls.saveMenus, input, { announce: true })))) return;
    await session.reloadInfo();
    onDone();
  };
  return (
    <Modal
      wide
      title={t('admin.role.menusOf', { name: text({ key: role.title }) })}
      onClose={onClose}
      footer={
        <>
          <Button look="outlined" label={t('action.cancel')} onClick={onClose} />
          <Button
            label={t('action.save')}
            busy={busy}
            disabled={chosen === null || fixed}
            onClick={() => void save()}
          />
        </>
      }
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
    </Modal>
  );
}
