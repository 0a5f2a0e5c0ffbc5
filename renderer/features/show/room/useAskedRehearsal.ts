import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useConnection, useRingside } from '#renderer/data/hooks.ts';
import { REHEARSAL_ASKED } from '#renderer/data/paths.ts';
import { openRehearsal } from '#renderer/data/show/openRoom.ts';

/**
 * Begins the rehearsal that a visitor came here for, once: as soon as the backstage has told how the room stands, and
 * not over one that goes on already.
 */
export function useAskedRehearsal(): void {
  const ringside = useRingside();
  const [query, setQuery] = useSearchParams();
  const asked = query.has(REHEARSAL_ASKED);
  const known = useConnection(({ room }) => room !== null);
  useEffect(() => {
    if (!asked || !known) return;
    setQuery({}, { replace: true });
    const { room } = ringside.connection.getState();
    const goesOn = room?.rehearsal === true && !['idle', 'ended', 'failed'].includes(room.phase);
    if (!goesOn) void openRehearsal(ringside);
  }, [asked, known, ringside, setQuery]);
}
