import type { ParseKeys } from 'i18next';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** Names the page in the browser's tab: the product, then the screen. */
export function useTitle(screen: ParseKeys): void {
  const { t } = useTranslation();
  const title = `${t('product.name')} · ${t(screen)}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
}
