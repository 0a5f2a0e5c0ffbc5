import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { usePage } from '#renderer/data/hooks.ts';
import { useApiMutation, useApiQuery, useProfile, useSiteInfo } from '#renderer/data/queries/apiQueries.ts';
import { PresentPassword } from '#renderer/kit/form/accountFields.tsx';
import { FormFoot, FormGroup } from '#renderer/kit/form/FormGroup.tsx';
import { useFormat, useWhen } from '#renderer/kit/i18n/useFormat.ts';
import { Pager } from '#renderer/kit/list/Pager.tsx';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { saveFile } from '#renderer/kit/ui/files.tsx';
import { Modal } from '#renderer/kit/ui/Modal.tsx';
import { Panel } from '#renderer/kit/ui/Panel.tsx';
import { accountCalls } from '#shared/contract/api/account.ts';
import { showCalls } from '#shared/contract/api/sync.ts';
import { Devices, Signins } from './Devices.tsx';
import styles from './profile.module.css';

/** The account's devices, sign-ins, saved shows and data export. */
export default function OtherInfoPage() {
  return (
    <>
      <Devices />
      <Signins />
      <SavedShows />
      <OwnData />
    </>
  );
}

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

const SIZE = 10;

/** Lists the finished shows that the account keeps, with buttons that delete them. */
export function SavedShows() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const when = useWhen();
  const { asks } = usePage();
  const [page, setPage] = useState(1);
  const { data } = useApiQuery(showCalls.list, { params: { page, size: SIZE }, query: {} });
  const { mutate: deleteShow, isPending } = useApiMutation(showCalls.remove);
  const { data: site } = useSiteInfo();
  const remove = async (id: string, name: string) => {
    const sure = await asks.getState().ask({
      title: { key: 'account.shows.delete' },
      text: { key: 'account.shows.deleteSure', params: { name } },
      confirm: { key: 'account.shows.delete' },
      danger: true,
    });
    if (sure) deleteShow({ params: { id }, query: {} });
  };
  const days = site === undefined ? '–' : number(site.showDays);
  return (
    <Panel title={t('account.shows')} body="padded">
      <p className="muted">{t(data?.total === 0 ? 'account.shows.none' : 'account.shows.text', { days })}</p>
      <ul className={styles.list}>
        {(data?.rows ?? []).map((show) => (
          <li key={show.id} className={styles.row}>
            <i className="pi pi-video" aria-hidden="true" />
            <span className="spread">
              <span className="strong">{show.name}</span>
              <span className={`${styles.sub} muted small`}>
                {t('account.shows.figures', {
                  at: when(show.startedAt),
                  income: number(show.income),
                  gifts: number(show.gifts),
                })}
              </span>
            </span>
            <Button
              small
              look="text"
              danger
              icon="trash"
              ariaLabel={t('account.shows.deleteOne', { name: show.name })}
              disabled={isPending}
              onClick={() => void remove(show.id, show.name)}
            />
          </li>
        ))}
      </ul>
      {data !== undefined && data.total > SIZE && (
        <Pager page={page} size={SIZE} total={data.total} onPage={setPage} />
      )}
    </Panel>
  );
}
