import type { ParseKeys } from 'i18next';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { ToastText } from '#renderer/data/stores/toastStore.ts';
import type { Problem } from '#shared/contract/error.ts';

/** Returns a function that translates a key known only at run time. An unknown key is returned as text. */
export function useText(): (text: ToastText) => string {
  const { i18n } = useTranslation();
  return (text) =>
    i18n.exists(text.key, text.params) ? String(i18n.t(text.key as never, text.params as never)) : text.key;
}

/** Returns a function that translates a problem, with the next step for the host. */
export function useProblemText(): (problem: Problem) => string {
  const text = useText();
  return (problem) => text({ key: `error.${problem.code}`, params: problem.params ?? {} });
}

/** Sets the document title to the product and the screen. */
export function useTitle(screen: ParseKeys): void {
  const { t } = useTranslation();
  const title = `${t('product.name')} · ${t(screen)}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
}
