import { useTranslation } from 'react-i18next';
import { Link, Outlet, useNavigate } from 'react-router-dom';
import { usePage, useSession } from '#renderer/data/hooks.ts';
import { pathOfScreen } from '#renderer/data/paths.ts';
import { PageTools, ProductLink } from '#renderer/kit/ui/PageTools.tsx';
import styles from './SiteLayout.module.css';

/** The frame of the public pages. The document scrolls, so that the browser restores its position. */
export default function SiteLayout() {
  return (
    <div className={styles.site} data-scrolls>
      <SiteHeader />
      <Outlet />
      <SiteFooter />
    </div>
  );
}

const links = [
  { to: '/#product', label: 'site.product' },
  { to: '/#manual', label: 'site.manual' },
  { to: '/#download', label: 'site.download' },
  { to: '/widget', label: 'site.widget' },
] as const;

function SiteHeader() {
  const { t } = useTranslation();
  const signedIn = useSession((state) => state.loginStatus);
  return (
    <header className={signedIn ? `${styles.head} ${styles.headIn}` : styles.head}>
      <ProductLink nameClassName={styles.name} />
      <nav className={styles.nav} aria-label={t('site.nav')}>
        {links.map((link) => (
          <Link key={link.to} to={link.to}>
            {t(link.label)}
          </Link>
        ))}
      </nav>
      <div className={styles.tools}>
        <PageTools />
        <AccountLinks />
      </div>
    </header>
  );
}

/** A sign-in link for visitors; the dashboard and a sign-out button for accounts. */
function AccountLinks() {
  const { t } = useTranslation();
  const { session } = usePage();
  const navigate = useNavigate();
  const signedIn = useSession((state) => state.loginStatus);
  if (!signedIn) {
    return (
      <Link className="p-button p-button-outlined" to="/login">
        {t('account.signIn')}
      </Link>
    );
  }
  const leave = async () => {
    await session.signOut();
    await navigate('/login');
  };
  return (
    <>
      <Link className="p-button p-button-outlined" to="/home">
        {t('site.dashboard')}
      </Link>
      <button
        type="button"
        className={`p-button p-button-text ${styles.leave}`}
        aria-label={t('site.signOut')}
        title={t('site.signOut')}
        onClick={() => void leave()}
      >
        <i className="pi pi-sign-out" aria-hidden="true" />
        <span>{t('site.signOut')}</span>
      </button>
    </>
  );
}

function SiteFooter() {
  const { t } = useTranslation();
  const first = useSession((state) => state.menuRoutes.find((name) => pathOfScreen(name) !== null));
  const admin = first === undefined ? null : pathOfScreen(first);
  return (
    <footer className={styles.foot}>
      <span>{t('product.name')}</span>
      <nav className={styles.footLinks} aria-label={t('site.more')}>
        <Link to="/about">{t('web-100009')}</Link>
        <Link to="/privacy">{t('web-100007')}</Link>
        <Link to="/policy">{t('web-100008')}</Link>
        {admin !== null && <Link to={admin}>{t('site.admin')}</Link>}
      </nav>
      <span className="muted small">{t('site.notAffiliated')}</span>
    </footer>
  );
}
