import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '#renderer/data/queries/apiQueries.ts';
import { deviceName } from '#renderer/data/session/deviceName.ts';
import { useWhen } from '#renderer/kit/i18n/useFormat.ts';
import { Pager } from '#renderer/kit/list/Pager.tsx';
import { Panel } from '#renderer/kit/ui/Panel.tsx';
import { accountCalls } from '#shared/contract/api/account.ts';
import styles from './profile.module.css';

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
