import { useTranslation } from 'react-i18next';
import { useAct } from '#renderer/data/api/useAct.ts';
import { useData } from '#renderer/data/api/useData.ts';
import { usePage } from '#renderer/data/hooks.ts';
import { deviceName } from '#renderer/data/session/deviceName.ts';
import { useWhen } from '#renderer/kit/i18n/useWhen.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Panel } from '#renderer/kit/ui/Panel.tsx';
import { accountCalls } from '#shared/contract/api/account.ts';

/** Where the account is signed in, with a way to end each of them. */
export function Devices() {
  const { t } = useTranslation();
  const { api } = usePage();
  const when = useWhen();
  const { act, busy } = useAct();
  const { data, reload } = useData(accountCalls.devices, {});
  const others = (data ?? []).filter((device) => !device.current);
  const end = (run: () => Promise<unknown>) => void act(run).then(reload);
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
          onClick={() => end(() => api.call(accountCalls.signoutOthers, {}))}
        />
      }
    >
      <ul className="profile__list">
        {(data ?? []).map((device) => (
          <li key={device.id} className="profile__row">
            <i className="pi pi-desktop" aria-hidden="true" />
            <span className="spread">
              <span className="strong">{deviceName(device.userAgent)}</span>{' '}
              {device.current && <span className="chip">{t('account.profile.thisDevice')}</span>}
              <span className="profile__sub muted small">
                {t('account.profile.seen', { ip: device.ip, at: when(device.lastSeenAt) })}
              </span>
            </span>
            {!device.current && (
              <Button
                small
                look="text"
                label={t('account.profile.signOutDevice')}
                disabled={busy}
                onClick={() => end(() => api.call(accountCalls.signoutDevice, { params: { id: device.id } }))}
              />
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
