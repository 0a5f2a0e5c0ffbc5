import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router-dom';
import { toolTabs } from '#renderer/data/paths.ts';
import styles from './Remote.module.css';

/** The other tabs of the tool and the whole Homepage, for the menu of the remote. */
export function RemoteLinks({ onWhole }: { onWhole(): void }) {
  const { t } = useTranslation();
  return (
    <nav className={styles.links} aria-label={t('frame.tabs')}>
      <button type="button" className={styles.link} onClick={onWhole}>
        <i className="pi pi-th-large" aria-hidden="true" /> {t('remote.whole')}
      </button>
      {toolTabs.slice(1).map(({ to, label, icon }) => (
        <NavLink key={to} className={styles.link} to={to}>
          <i className={`pi pi-${icon}`} aria-hidden="true" /> {t(label)}
        </NavLink>
      ))}
    </nav>
  );
}
