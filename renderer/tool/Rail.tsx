import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router-dom';

const tabs = [
  { to: '/tool', label: 'tab.home', icon: 'home' },
  { to: '/tool/setting', label: 'tab.setting', icon: 'cog' },
] as const;

/** The tabs of the tool. */
export function Rail() {
  const { t } = useTranslation();
  return (
    <nav className="rail" aria-label={t('frame.tabs')}>
      <span className="rail__mark">
        <img src="/icon.svg" width="30" height="30" alt={t('product.name')} />
      </span>
      {tabs.map((tab) => (
        <NavLink key={tab.to} className="rail__tab" to={tab.to} end>
          <i className={`pi pi-${tab.icon}`} aria-hidden="true" />
          {t(tab.label)}
        </NavLink>
      ))}
    </nav>
  );
}
