import { useTranslation } from 'react-i18next';
import { useApiMutation, useApiQuery } from '#renderer/data/queries/apiQueries.ts';
import { deviceName } from '#renderer/data/session/deviceName.ts';
import { useWhen } from '#renderer/kit/i18n/useFormat.ts';
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
