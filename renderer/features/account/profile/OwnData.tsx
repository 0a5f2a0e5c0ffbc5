import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { usePage } from '#renderer/data/hooks.ts';
import { useProfile } from '#renderer/data/queries/apiQueries.ts';
import { FormFoot, FormGroup } from '#renderer/kit/form/FormGroup.tsx';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Modal } from '#renderer/kit/ui/Modal.tsx';
import { Panel } from '#renderer/kit/ui/Panel.tsx';
import { saveFile } from '#renderer/kit/ui/saveFile.ts';
import { accountCalls } from '#shared/contract/api/account.ts';
import { PresentPassword } from '../entry/PresentPassword.tsx';
import styles from './profile.module.css';

/** Exports the account's data as a file, and deletes the account. */
export function OwnData() {
  const { t } = useTranslation();
  const { api } = usePage();
  const [deleting, setDeleting] = useState(false);
  const exportAll = useMutation({
    mutationFn: () => api.call(accountCalls.exportAll, {}),
    onSuccess: (all) =>
      saveFile(
        'ringside-account.json',
        new Blob([JSON.stringify(all, null, 2)], { type: 'application/json' }),
      ),
  });
  return (
    <Panel title={t('account.profile.data')} body="padded">
      <div className={styles.row}>
        <p className="spread">{t('account.profile.exportText')}</p>
        <Button
          look="outlined"
          icon="download"
          label={t('account.profile.export')}
          busy={exportAll.isPending}
          onClick={() => exportAll.mutate()}
        />
      </div>
      <div className={styles.row}>
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
  const { data: profile } = useProfile();
  return (
    <Modal title={t('account.profile.delete')} onClose={onClose}>
      <p>{t('account.profile.deleteSure')}</p>
      <FormGroup
        name="delete-account"
        values={{ password: '' }}
        disabled={profile === undefined}
        onSubmit={async ({ password }) => {
          await api.call(accountCalls.deleteAccount, { body: { password } }, { announce: true });
          session.end();
          await navigate('/');
        }}
      >
        {profile?.passwordSet !== false && <PresentPassword />}
        <FormFoot atEnd>
          <Button look="outlined" label={t('action.cancel')} onClick={onClose} />
          <Button type="submit" danger label={t('account.profile.delete')} />
        </FormFoot>
      </FormGroup>
    </Modal>
  );
}
