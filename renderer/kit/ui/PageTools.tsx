import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSettings } from '#renderer/data/hooks.ts';
import { languageNames } from '../i18n/i18n.ts';
import styles from './PageTools.module.css';

/** Language and dark mode controls for the pages outside the tool. Native controls: PrimeReact would add a third to the scripts of a public page. */
export function PageTools() {
  const { t } = useTranslation();
  const language = useSettings((state) => state.language);
  const setLanguage = useSettings((state) => state.setLanguage);
  const dark = useSettings((state) => state.dark);
  const set = useSettings((state) => state.set);
  return (
    <>
      <select
        className={`p-inputtext ${styles.language}`}
        aria-label={t('setting.language')}
        value={language}
        onChange={(event) => {
          const chosen = languageNames.find(({ value }) => value === event.target.value);
          if (chosen !== undefined) setLanguage(chosen.value);
        }}
      >
        {languageNames.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <button
        type="button"
        className={`icon-button ${styles.dark}`}
        aria-label={dark ? t('frame.light') : t('frame.dark')}
        onClick={() => set({ dark: !dark })}
      >
        <i className={`pi pi-${dark ? 'sun' : 'moon'}`} aria-hidden="true" />
      </button>
    </>
  );
}

/** The logo and the product's name, as a link to the home page. */
export function ProductLink({ className, nameClassName }: { className?: string; nameClassName?: string }) {
  const { t } = useTranslation();
  return (
    <Link className={`${styles.mark} ${className ?? ''}`} to="/">
      <img src="/icon.svg" width="28" height="28" alt="" />
      <span className={nameClassName}>{t('product.name')}</span>
    </Link>
  );
}
