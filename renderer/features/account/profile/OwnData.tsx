import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useAct } from '#renderer/data/api/useAct.ts';
import { useData } from '#renderer/data/api/useData.ts';
import { usePage } from '#renderer/data/hooks.ts';
import { FormGroup } from '#renderer/kit/form/FormGroup.tsx';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Modal } from '#renderer/kit/ui/Modal.tsx';
import { Panel } from '#renderer/kit/ui/Panel.tsx';
import { saveFile } from '#renderer/kit/ui/saveFile.ts';
import { accountCalls } from '#shared/contract/api/account.ts';
import { PresentPassword } from '../entry/PresentPassword.tsx';

/** Taking everything along as a file, and deleting it with the account. */
export function OwnData() {
  const { t } = useTranslation();
  const { api } = usePage();
  const { act, busy } = useAct();
  const [deleting, setDeleting] = useState(false);
  const take = () =>
    void act(async () => {
      const all = await api.call(accountCalls.exportAll, {});
      saveFile(
        'ringside-account.json',
        new Blob([JSON.stringify(all, null, 2)], { type: 'application/json' }),
      );
    });
  return (
    <Panel title={t('account.profile.data')} body="padded">
      <div className="profile__row">
        <p className="spread">{t('account.profile.exportText')}</p>
        <Button
          look="outlined"
          icon="download"
          label={t('account.profile.export')}
          busy={busy}
          onClick={take}
        />
      </div>
      <div className="profile__row">
        <p className="spread">{t('account.profile.deleteText')}</p>
        <Button
          danger
          look="outlined"
          label={t('account.profile.delete')}
          onClick={() => setDeleting(true)}
        />
      </div>
      {deleting && <DeleteDialog onClose={() => setDeleting(false)} />}
    </Panel>
  );
}

function DeleteDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const { api, session } = usePage();
  const navigate = useNavigate();
  const profile = useData(accountCalls.profile, {});
  return (
    <Modal title={t('account.profile.delete')} onClose={onClose}>
      <p>{t('account.profile.deleteSure')}</p>
      <FormGroup
        name="delete-account"
        values={{ password: '' }}
        disabled={profile.data === null}
        onSubmit={async ({ password }) => {
          await api.call(accountCalls.deleteAccount, { body: { password } }, { announce: true });
          session.end();
          await navigate('/');
        }}
      >
        {profile.data?.passwordSet !== false && <PresentPassword />}
        <div className="form__foot row--end">
          <Button look="outlined" label={t('action.cancel')} onClick={onClose} />
          <Button type="submit" danger label={t('account.profile.delete')} />
        </div>
      </FormGroup>
    </Modal>
  );
}
