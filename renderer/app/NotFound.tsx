import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { EmptyState } from '../ui/EmptyState.tsx';

export default function NotFound() {
  const { t } = useTranslation();
  return (
    <EmptyState icon="compass" title={t('notFound.title')} text={t('notFound.text')}>
      <Link className="link" to="/tool">
        {t('notFound.back')}
      </Link>
    </EmptyState>
  );
}
