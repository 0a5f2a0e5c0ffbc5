import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceName } from '#renderer/data/platform/host.ts';
import { useApiMutation, useApiQuery } from '#renderer/data/queries/apiQueries.ts';
import { useWhen } from '#renderer/kit/i18n/useFormat.ts';
import { Pager } from '#renderer/kit/list/Pager.tsx';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Panel } from '#renderer/kit/ui/Panel.tsx';
import { accountCalls } from '#shared/contract/api/account.ts';
import styles from './profile.module.css';

/** Lists the devices on which the account is signed in, with buttons that sign them out. */
export function Devices() {
  const { t } = useTranslation();
  const when = useWhen();
  const { data } = useApiQuery(accountCalls.devices, {});
  const signOut = useApiMutation(accountCalls.signoutDevice, { announce: false });
  const signOutOthers = useApiMutation(accountCalls.signoutOthers, { announce: false });
  const busy = signOut.isPending || signOutOthers.isPending;
  const others = (data ?? []).filter((device) => !device.current);
  return (
    <Panel
      title={t('account.profile.devices')}
      body="padded"
      actions={
        <Button
          small
          look="outlined"
          label={t('account.profile.signOutOthers')}
          disabled={others.length === 0}
          busy={busy}
          onClick={() => signOutOthers.mutate({})}
        />
      }
    >
      <ul className={styles.list}>
        {(data ?? []).map((device) => (
          <li key={device.id} className={styles.row}>
            <i className="pi pi-desktop" aria-hidden="true" />
            <span className="spread">
              <span className="strong">{deviceName(device.userAgent)}</span>{' '}
              {device.current && <span className="chip">{t('account.profile.thisDevice')}</span>}
              <span className={`${styles.sub} muted small`}>
                {t('account.profile.seen', { ip: device.ip, at: when(device.lastSeenAt) })}
              </span>
            </span>
            {!device.current && (
              <Button
                small
                look="text"
                label={t('account.profile.signOutDevice')}
                disabled={busy}
                onClick={() => signOut.mutate({ params: { id: device.id } })}
              />
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const SIZE = 10;

/** Lists recent sign-ins and failed attempts, so that the user notices those of a stranger. */
export function Signins() {
  const { t } = useTranslation();
  const when = useWhen();
  const [page, setPage] = useState(1);
  const { data } = useApiQuery(accountCalls.signins, { params: { page, size: SIZE } });
  return (
    <Panel title={t('account.profile.signins')} body="padded">
      <ul className={styles.list}>
        {(data?.rows ?? []).map((row) => (
          <li key={`${row.at} ${row.ip} ${row.success}`} className={styles.row}>
            <i
              className={`pi pi-${row.success ? 'check-circle' : 'times-circle'} ${row.success ? styles.good : styles.bad}`}
              aria-hidden="true"
            />
            <span className="spread">
              {row.success ? t('web.success') : t('web.failure')}
              <span className={`${styles.sub} muted small`}>
                {t('account.profile.seen', { ip: row.ip, at: when(row.at) })} · {deviceName(row.userAgent)}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {data !== undefined && data.total > SIZE && (
        <Pager page={page} size={SIZE} total={data.total} onPage={setPage} />
      )}
    </Panel>
  );
}
