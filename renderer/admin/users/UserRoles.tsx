import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { roleCalls } from '#shared/contract/api/role.ts';
import { type UserRow, userCalls } from '#shared/contract/api/user.ts';
import { useAct } from '../../api/useAct.ts';
import { useData } from '../../api/useData.ts';
import { usePage } from '../../app/hooks.ts';
import { useText } from '../../i18n/useText.ts';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';

/** The roles of an account, to be ticked. */
export function UserRoles({ user, onDone, onClose }: { user: UserRow; onDone(): void; onClose(): void }) {
  const { t } = useTranslation();
  const text = useText();
  const { api, session } = usePage();
  const { busy, act } = useAct();
  const roles = useData(roleCalls.all, {});
  const held = useData(userCalls.roles, { params: { id: user.id } });
  const [chosen, setChosen] = useState<readonly number[] | null>(null);
  useEffect(() => {
    if (held.data !== null) setChosen(held.data);
  }, [held.data]);
  const save = async () => {
    const input = { params: { id: user.id }, body: { roleIds: [...(chosen ?? [])] } };
    if (!(await act(() => api.call(userCalls.saveRoles, input, { announce: true })))) return;
    // Whoever changes the own roles sees the consequence at once.
    if (session.store.getState().user?.userId === user.id) await session.reloadInfo();
    onDone();
  };
  return (
    <Modal
      title={t('admin.user.rolesOf', { name: user.email })}
      onClose={onClose}
      footer={
        <>
          <Button look="outlined" label={t('action.cancel')} onClick={onClose} />
          <Button
            label={t('action.save')}
            busy={busy}
            disabled={chosen === null}
            onClick={() => void save()}
          />
        </>
      }
    >
      <div className="checks">
        {(roles.data ?? []).map((role) => (
          <label key={role.id} className="checks__one">
            <input
              type="checkbox"
              disabled={chosen === null}
              checked={chosen?.includes(role.id) ?? false}
              onChange={(event) => {
                const others = (chosen ?? []).filter((id) => id !== role.id);
                setChosen(event.target.checked ? [...others, role.id] : others);
              }}
            />
            <span>
              {text({ key: role.title })} <span className="muted small">{role.name}</span>
            </span>
          </label>
        ))}
      </div>
    </Modal>
  );
}
