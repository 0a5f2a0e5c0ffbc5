import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePage } from '#renderer/data/hooks.ts';
import { useApiMutation, useApiQuery } from '#renderer/data/queries/apiQueries.ts';
import { NewPassword } from '#renderer/kit/form/accountFields.tsx';
import { useText } from '#renderer/kit/i18n/useText.ts';
import { FormDialog, SaveDialog } from '#renderer/kit/list/dialogs.tsx';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { CheckLine } from '#renderer/kit/ui/Checkbox.tsx';
import { Modal } from '#renderer/kit/ui/Modal.tsx';
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

/** Sets a new password for an account. The administrator types it, or the server generates it and shows it once. */
export function ResetPassword({ user, onClose }: { user: UserRow; onClose(): void }) {
  const { t } = useTranslation();
  const { api, toasts } = usePage();
  const title = t('admin.user.resetOf', { name: user.email });
  const generate = useMutation({
    mutationFn: () => api.call(userCalls.resetPassword, { body: { userId: user.id } }),
  });
  const generated = generate.data?.password ?? null;
  const copy = async (password: string) => {
    await navigator.clipboard.writeText(password);
    toasts.getState().add({ severity: 'success', summary: { key: 'web.copied' } });
  };
  if (generated !== null) {
    return (
      <Modal title={title} onClose={onClose} footer={<Button label={t('action.close')} onClick={onClose} />}>
        <div className="stack">
          <p>{t('admin.user.resetMade')}</p>
          <p className="row">
            <code className={`${styles.secret} spread`}>{generated}</code>
            {window.isSecureContext && (
              <Button
                look="outlined"
                icon="copy"
                ariaLabel={t('admin.copy')}
                onClick={() => void copy(generated)}
              />
            )}
          </p>
        </div>
      </Modal>
    );
  }
  return (
    <FormDialog
      title={title}
      name="reset"
      values={{ password: '', repeat: '' }}
      submitLabel={t('account.password.set')}
      onClose={onClose}
      onSubmit={async ({ password }) => {
        const body = { userId: user.id, password };
        await api.call(userCalls.resetPassword, { body }, { announce: true });
      }}
    >
      <p className="muted">{t('admin.user.resetText')}</p>
      <p>
        <Button
          look="outlined"
          icon="bolt"
          label={t('admin.user.resetMake')}
          busy={generate.isPending}
          onClick={() => generate.mutate()}
        />
      </p>
      <NewPassword label={t('account.password.new')} />
    </FormDialog>
  );
}
