import { useTranslation } from 'react-i18next';

/** Rows that are written before they are used are drafts or published; other rows are enabled or disabled. */
export type Status = 'enabled' | 'disabled' | 'draft' | 'published';

const dots: Record<Status, string> = {
  enabled: 'good',
  published: 'good',
  draft: 'wait',
  disabled: 'bad',
};

/** Shows a status as a coloured dot and a word. */
export function StatusTag({ status }: { status: Status }) {
  const { t } = useTranslation();
  return (
    <span className="chip">
      <span className={`dot dot--${dots[status]}`} aria-hidden="true" />
      {t(`admin.status.${status}`)}
    </span>
  );
}
