import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { usePage } from '#renderer/data/hooks.ts';
import { NewPassword } from '#renderer/kit/form/accountFields.tsx';
import { FormDialog } from '#renderer/kit/list/dialogs.tsx';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Modal } from '#renderer/kit/ui/Modal.tsx';
import { type UserRow, userCalls } from '#shared/contract/api/user.ts';
import styles from '../admin.module.css';

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
