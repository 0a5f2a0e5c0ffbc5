import { useTranslation } from 'react-i18next';
import type { LineId } from '#shared/contract/connection.ts';
import { useRingside, useSettings } from '../../app/hooks.ts';
import { Select } from '../../ui/Select.tsx';
import { openRoom } from '../room/openRoom.ts';
import { isOpen } from '../room/phaseWords.ts';

/** The line to the platform. Choosing another one while a room is open moves the room to it at once. */
export function LineSwitch() {
  const { t } = useTranslation();
  const ringside = useRingside();
  const lineId = useSettings((state) => state.lineId);
  const choose = (next: LineId) => {
    ringside.settings.getState().set({ lineId: next });
    const room = ringside.connection.getState().room;
    if (room !== null && isOpen(room.phase) && !room.rehearsal && room.lineId !== next) {
      void openRoom(ringside, { username: room.username, lineId: next });
    }
  };
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
