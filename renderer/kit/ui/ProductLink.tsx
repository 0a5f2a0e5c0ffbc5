import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import styles from './ProductLink.module.css';

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
