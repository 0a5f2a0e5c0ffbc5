import { useMemo } from 'react';
import { useSettings } from '#renderer/data/hooks.ts';
import { htmlLang } from './i18n.ts';

/** Returns a formatter of date and time (ms since 1970) in the selected language and this device's time zone. */
export function useWhen(): (at: number | null) => string {
  const language = useSettings((state) => state.language);
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(htmlLang[language], {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    return (at) => (at === null ? '–' : format.format(at));
  }, [language]);
}
