import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useData } from '#renderer/data/api/useData.ts';
import { usePage } from '#renderer/data/hooks.ts';
import { useText } from '#renderer/kit/i18n/useText.ts';
import { SaveDialog } from '#renderer/kit/list/dialogs.tsx';
import { roleCalls } from '#shared/contract/api/role.ts';
import { type UserRow, userCalls } from '#shared/contract/api/user.ts';

/** The roles of an account, to be ticked. */
export function UserRoles({ user, onDone, onClose }: { user: UserRow; onDone(): void; onClose(): void }) {
  const { t } = useTranslation();
  const text = useText();
  const { api, session } = usePage();
  const roles = useData(roleCalls.all, {});
  const held = useData(userCalls.roles, { params: { id: user.id } });
  const [chosen, setChosen] = useState<readonly number[] | null>(null);
  useEffect(() => {
    if (held.data !== null) setChosen(held.data);
  }, [held.data]);
  const save = async () => {
    const input = { params: { id: user.id }, body: { roleIds: [...(chosen ?? [])] } };
    await api.call(userCalls.saveRoles, input, { announce: true });
    // Whoever changes the own roles sees the consequence at once.
    if (session.store.getState().user?.userId === user.id) await session.reloadInfo();
  };
  return (
    <SaveDialog
      title={t('admin.user.rolesOf', { name: user.email })}
      ready={chosen !== null}
      save={save}
      onDone={onDone}
      onClose={onClose}
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
    </SaveDialog>
  );
}
