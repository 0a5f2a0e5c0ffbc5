import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useTitle } from '../i18n/useTitle.ts';
import { EmptyState } from '../ui/EmptyState.tsx';

export default function NotFound() {
  const { t } = useTranslation();
  useTitle('notFound.title');
  return (
    <EmptyState icon="compass" title={t('notFound.title')} text={t('notFound.text')}>
      <Link className="link" to="/tool">
        {t('notFound.back')}
      </Link>
    </EmptyState>
  );
}
