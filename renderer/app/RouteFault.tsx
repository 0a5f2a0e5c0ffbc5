import { useTranslation } from 'react-i18next';
import { usePage } from '#renderer/data/hooks.ts';

/** Replaces a screen that could not be loaded or threw while rendering. */
export function RouteFault() {
  const { t } = useTranslation();
  const { platform } = usePage();
  return (
    <main className="empty" role="alert">
      <i className="pi pi-exclamation-triangle" aria-hidden="true" />
      <p className="empty__title">{t('web.fault.title')}</p>
      <p className="empty__text">{t('web.fault.text')}</p>
      <button type="button" className="p-button" onClick={() => platform.reload()}>
        {t('action.reload')}
      </button>
    </main>
  );
}
