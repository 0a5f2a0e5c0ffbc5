import type { ParseKeys } from 'i18next';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** Sets the document title to the product and the screen. */
export function useTitle(screen: ParseKeys): void {
  const { t } = useTranslation();
  const title = `${t('product.name')} · ${t(screen)}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
}
