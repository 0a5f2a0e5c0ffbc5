import { useTranslation } from 'react-i18next';
import { NavLink, useNavigate } from 'react-router-dom';
import { useSettings } from '#renderer/data/hooks.ts';
import { toolTabs } from '#renderer/data/toolTabs.ts';
import { useKey } from '#renderer/kit/keys/useKey.ts';

/** The tabs of the tool, as icons only if the host chose that. */
export function Rail() {
  const { t } = useTranslation();
  const simple = useSettings((state) => state.simpleMenu);
  const navigate = useNavigate();
  useKey('frame.help', () => void navigate('/tool/help'));
  return (
    <nav className={simple ? 'rail rail--simple' : 'rail'} aria-label={t('frame.tabs')}>
      <span className="rail__mark">
        <img src="/icon.svg" width="30" height="30" alt={t('product.name')} />
      </span>
      {toolTabs.map((tab) => (
        <NavLink
          key={tab.to}
          className="rail__tab"
          to={tab.to}
          end={tab.to === '/tool'}
          title={simple ? t(tab.label) : undefined}
        >
          <i className={`pi pi-${tab.icon}`} aria-hidden="true" />
          <span className={simple ? 'only-for-readers' : 'rail__word'}>{t(tab.label)}</span>
        </NavLink>
      ))}
    </nav>
  );
}
