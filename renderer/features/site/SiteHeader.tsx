import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { usePage, useSession } from '#renderer/data/hooks.ts';
import { PageTools } from '#renderer/kit/ui/PageTools.tsx';

const links = [
  { to: '/#product', label: 'site.product' },
  { to: '/#manual', label: 'site.manual' },
  { to: '/#download', label: 'site.download' },
  { to: '/widget', label: 'site.widget' },
] as const;

export function SiteHeader() {
  const { t } = useTranslation();
  const signedIn = useSession((state) => state.loginStatus);
  return (
    <header className={signedIn ? 'site__head site__head--in' : 'site__head'}>
      <Link className="site__mark" to="/">
        <img src="/icon.svg" width="28" height="28" alt="" />
        <span className="site__name">{t('product.name')}</span>
      </Link>
      <nav className="site__nav" aria-label={t('site.nav')}>
        {links.map((link) => (
          <Link key={link.to} to={link.to}>
            {t(link.label)}
          </Link>
        ))}
      </nav>
      <div className="site__tools">
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
        className="p-button p-button-text site__leave"
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
