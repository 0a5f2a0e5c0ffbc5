import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Modal } from '#renderer/kit/ui/Modal.tsx';
import type { LogRow } from '#shared/contract/api/log.ts';
import { useLogColumns } from './useLogColumns.tsx';

/** Everything that is known of one entry. */
export function LogDetails({ row, onClose }: { row: LogRow; onClose(): void }) {
  const { t } = useTranslation();
  const columns = useLogColumns();
  return (
    <Modal
      title={t('admin.log.details')}
      onClose={onClose}
      footer={<Button label={t('action.close')} onClick={onClose} />}
    >
      <dl className="facts">
        {columns.map((column) => [
          <dt key={`${column.field} title`}>{column.title}</dt>,
          <dd key={column.field}>{column.cell(row)}</dd>,
        ])}
        <dt>{t('admin.log.browser')}</dt>
        <dd>{row.userAgent || '–'}</dd>
      </dl>
    </Modal>
  );
}
