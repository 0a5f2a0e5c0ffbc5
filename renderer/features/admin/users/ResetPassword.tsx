import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAct } from '#renderer/data/api/useAct.ts';
import { usePage } from '#renderer/data/hooks.ts';
import { NewPassword } from '#renderer/kit/form/accountFields.tsx';
import { FormDialog } from '#renderer/kit/list/dialogs.tsx';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Modal } from '#renderer/kit/ui/Modal.tsx';
import { type UserRow, userCalls } from '#shared/contract/api/user.ts';

/** A new password for an account: one that is typed, or one that the server makes up and shows once. */
export function ResetPassword({ user, onClose }: { user: UserRow; onClose(): void }) {
  const { t } = useTranslation();
  const { api, toasts } = usePage();
  const { busy, act } = useAct();
  const [made, setMade] = useState<string | null>(null);
  const title = t('admin.user.resetOf', { name: user.email });
  const makeUp = () =>
    void act(async () => {
      const body = { userId: user.id };
      setMade((await api.call(userCalls.resetPassword, { body })).password);
    });
  const copy = async (password: string) => {
    await navigator.clipboard.writeText(password);
    toasts.getState().add({ severity: 'success', summary: { key: 'web.copied' } });
  };
  if (made !== null) {
    return (
      <Modal title={title} onClose={onClose} footer={<Button label={t('action.close')} onClick={onClose} />}>
        <div className="stack">
          <p>{t('admin.user.resetMade')}</p>
          <p className="row">
            <code className="secret spread">{made}</code>
            {window.isSecureContext && (
              <Button
                look="outlined"
                icon="copy"
                ariaLabel={t('admin.copy')}
                onClick={() => void copy(made)}
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
        onClose();
      }}
    >
      <p className="muted">{t('admin.user.resetText')}</p>
      <p>
        <Button look="outlined" icon="bolt" label={t('admin.user.resetMake')} busy={busy} onClick={makeUp} />
      </p>
      <NewPassword label={t('account.password.new')} />
    </FormDialog>
  );
}
