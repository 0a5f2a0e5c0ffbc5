import type { LineId } from '#shared/contract/connection.ts';
import { useRingside, useSettings } from '../hooks.ts';
import { openRoom } from './openRoom.ts';
import { isOpen } from './phaseHealth.ts';

/** Returns the chosen line and its setter. With an open room, another line reconnects the room at once. */
export function useLine(): [LineId, (next: LineId) => void] {
  const ringside = useRingside();
  const lineId = useSettings((state) => state.lineId);
  const choose = (next: LineId) => {
    ringside.settings.getState().set({ lineId: next });
    const room = ringside.connection.getState().room;
    if (room !== null && isOpen(room.phase) && !room.rehearsal && room.lineId !== next) {
      void openRoom(ringside, { username: room.username, lineId: next });
    }
  };
  return [lineId, choose];
}
