import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { NotFoundIcon } from '#renderer/kit/icons/drawings.tsx';
import styles from './NotFound.module.css';

export default function NotFound() {
  const { t } = useTranslation();
  return (
    <main className={`empty ${styles.notFound}`}>
      <NotFoundIcon />
      <h1 className="empty__title">{t('notFound.title')}</h1>
      <p className="empty__text">{t('notFound.text')}</p>
      <p className="row">
        <Link className="p-button" to="/tool">
          {t('notFound.back')}
        </Link>
        <Link className="p-button p-button-outlined" to="/">
          {t('notFound.home')}
        </Link>
      </p>
    </main>
  );
}
