import { useMemo } from 'react';
import { useSettings } from '#renderer/data/hooks.ts';
import { htmlLang } from './i18n.ts';

/** Writes a moment, in ms since 1970, as a day and a time of this device in the chosen language. */
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
