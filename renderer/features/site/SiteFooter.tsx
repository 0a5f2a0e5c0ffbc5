import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSession } from '#renderer/data/hooks.ts';
import { pathOfScreen } from '#renderer/data/session/adminPaths.ts';

export function SiteFooter() {
  const { t } = useTranslation();
  const first = useSession((state) => state.menuRoutes.find((name) => pathOfScreen(name) !== null));
  const admin = first === undefined ? null : pathOfScreen(first);
  return (
    <footer className="site__foot">
      <span>{t('product.name')}</span>
      <nav className="site__foot-links" aria-label={t('site.more')}>
        <Link to="/about">{t('web-100009')}</Link>
        <Link to="/privacy">{t('web-100007')}</Link>
        <Link to="/policy">{t('web-100008')}</Link>
        {admin !== null && <Link to={admin}>{t('site.admin')}</Link>}
      </nav>
      <span className="muted small">{t('site.notAffiliated')}</span>
    </footer>
  );
}
