import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useProfile } from '#renderer/data/queries/apiQueries.ts';

/** Asks the administrator who came by the link of a start to set a password. Shows nothing to others. */
export function NoPassword() {
  const { t } = useTranslation();
  const { data: profile } = useProfile();
  if (profile?.passwordSet !== false) return null;
  return (
    <div className="banner banner--warn" role="status">
      <i className="pi pi-exclamation-triangle" aria-hidden="true" />
      <span className="spread">{t('account.noPassword')}</span>
      <Link className="link" to="/password/change">
        {t('account.noPassword.set')}
      </Link>
    </div>
  );
}
