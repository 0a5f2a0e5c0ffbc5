import { useTranslation } from 'react-i18next';
import type { LineId } from '#shared/contract/connection.ts';
import { Select } from '../../ui/Select.tsx';
import { useLine } from './useLine.ts';

/** The line to the platform, to choose from. */
export function LineSwitch() {
  const { t } = useTranslation();
  const [lineId, choose] = useLine();
  return (
    <Select<LineId>
      ariaLabel={t('line.label')}
      value={lineId}
      options={[
        { value: 'line1', label: t('line.line1') },
        { value: 'line2', label: t('line.line2') },
      ]}
      onChange={choose}
    />
  );
}
