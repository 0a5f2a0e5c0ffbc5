import { useTranslation } from 'react-i18next';
import type { Status } from './rowButtons.tsx';

const dots: Record<Status, string> = {
  enabled: 'good',
  published: 'good',
  draft: 'wait',
  disabled: 'bad',
};

/** Whether something is in use, by shape and word. */
export function StatusTag({ status }: { status: Status }) {
  const { t } = useTranslation();
  return (
    <span className="chip">
      <span className={`dot dot--${dots[status]}`} aria-hidden="true" />
      {t(`admin.status.${status}`)}
    </span>
  );
}
