import { useTranslation } from 'react-i18next';
import { useLine } from '#renderer/data/show/useLine.ts';
import { useKey } from '#renderer/kit/keys/useKey.ts';
import { Select } from '#renderer/kit/ui/Select.tsx';
import type { LineId } from '#shared/contract/connection.ts';

/** The line to the platform, to choose from. */
export function LineSwitch() {
  const { t } = useTranslation();
  const [lineId, choose] = useLine();
  useKey('line.switch', () => choose(lineId === 'line1' ? 'line2' : 'line1'));
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
