import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePage } from '#renderer/data/hooks.ts';
import { ProgressBar } from './Root.tsx';

/**
 * Replaces a screen that could not be loaded or threw while rendering. A server that was updated no longer has the
 * screens of its earlier build, so a page of that build loads again by itself.
 */
export function RouteFault() {
  const { t } = useTranslation();
  const { platform } = usePage();
  const [isChecked, setChecked] = useState(false);
  useEffect(() => {
    void platform.isOutdated().then((outdated) => {
      if (outdated) platform.reload();
      else setChecked(true);
    });
  }, [platform]);
  if (!isChecked) return <ProgressBar />;
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
