import { useTranslation } from 'react-i18next';
import type { ToastText } from '#renderer/data/stores/toastStore.ts';
import type { Problem } from '#shared/contract/error.ts';

/** Translates a text whose key is known only when it is shown. */
export function useText(): (text: ToastText) => string {
  const { i18n } = useTranslation();
  return (text) =>
    i18n.exists(text.key, text.params) ? String(i18n.t(text.key as never, text.params as never)) : text.key;
}

/** The sentence of a problem, which also says what to do next. */
export function useProblemText(): (problem: Problem) => string {
  const text = useText();
  return (problem) => text({ key: `error.${problem.code}`, params: problem.params ?? {} });
}
