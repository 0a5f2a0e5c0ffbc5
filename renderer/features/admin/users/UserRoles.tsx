import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiMutation, useApiQuery } from '#renderer/data/queries/apiQueries.ts';
import { useText } from '#renderer/kit/i18n/useText.ts';
import { SaveDialog } from '#renderer/kit/list/dialogs.tsx';
import { CheckLine } from '#renderer/kit/ui/Checkbox.tsx';
import { roleCalls } from '#shared/contract/api/role.ts';
import { type UserRow, userCalls } from '#shared/contract/api/user.ts';
import styles from '../admin.module.css';

/** A dialog with a checkbox for each role of an account. */
export function UserRoles({ user, onClose }: { user: UserRow; onClose(): void }) {
  const { t } = useTranslation();
  const text = useText();
  const params = { id: user.id };
  const { data: roles = [] } = useApiQuery(roleCalls.all, {});
  const { data: held } = useApiQuery(userCalls.roles, { params }, { edited: true });
  const save = useApiMutation(userCalls.saveRoles);
  const [chosen, setChosen] = useState<readonly number[] | null>(null);
  useEffect(() => {
    if (held !== undefined) setChosen(held);
  }, [held]);
  return (
    <SaveDialog
      title={t('admin.user.rolesOf', { name: user.email })}
      ready={chosen !== null}
      save={() => save.mutateAsync({ params, body: { roleIds: [...(chosen ?? [])] } })}
      onClose={onClose}
    >
      <div className={styles.checks}>
        {roles.map((role) => (
          <CheckLine
            key={role.id}
            disabled={chosen === null}
            checked={chosen?.includes(role.id) ?? false}
            onChange={(on) => {
              const others = (chosen ?? []).filter((id) => id !== role.id);
              setChosen(on ? [...others, role.id] : others);
            }}
          >
            {text({ key: role.title })} <span className="muted small">{role.name}</span>
          </CheckLine>
        ))}
      </div>
    </SaveDialog>
  );
}
