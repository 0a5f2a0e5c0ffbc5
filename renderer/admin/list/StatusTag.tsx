import { useTranslation } from 'react-i18next';

/** Whether something is in use, by shape and word. */
export function StatusTag({ status }: { status: 'enabled' | 'disabled' | 'draft' | 'published' }) {
  const { t } = useTranslation();
  const good = status === 'enabled' || status === 'published';
  return (
    <span className="chip">
      <span className={good ? 'dot dot--good' : 'dot dot--bad'} aria-hidden="true" />
      {t(`admin.status.${status}`)}
    </span>
  );
}
