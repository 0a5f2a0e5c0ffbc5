import { useContext, useMemo, useSyncExternalStore } from 'react';
import { RingsideContext, useSettings } from '#renderer/data/hooks.ts';
import type { Language } from '#shared/contract/language.ts';
import { hasTenths } from '#shared/game/selectors.ts';
import { formatClock, formatNumber, formatTime, formatVotes } from './format.ts';
import { htmlLang } from './i18n.ts';

/** Formatters of numbers, votes and times in one language. */
export interface Format {
  language: Language;
  number(value: number): string;
  votes(tenths: number): string;
  time(at: number): string;
  /** Formats a time of day without seconds. */
  clock(at: number): string;
}

/** Returns the formatters of the selected language; the same object until the language or the votes' precision changes. */
export function useFormat(): Format {
  const language = useSettings((state) => state.language);
  const tenths = useTenths();
  return useMemo(
    () => ({
      language,
      number: (value) => formatNumber(value, language),
      votes: (votesTenths) => formatVotes(votesTenths, language, tenths),
      time: (at) => formatTime(at, language),
      clock: (at) => formatClock(at, language),
    }),
    [language, tenths],
  );
}

/** Returns whether the votes of the open show have tenths; false on screens without a show. */
function useTenths(): boolean {
  const engine = useContext(RingsideContext)?.engine;
  return useSyncExternalStore(
    engine?.subscribeSums ?? neverChanges,
    () => engine !== undefined && hasTenths(engine.state),
  );
}

const neverChanges = () => () => {};

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
