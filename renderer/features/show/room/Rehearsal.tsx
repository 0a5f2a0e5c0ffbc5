import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useConnection, useRingside, useSettings } from '#renderer/data/hooks.ts';
import { REHEARSAL_ASKED } from '#renderer/data/paths.ts';
import { openRehearsal } from '#renderer/data/show/openRoom.ts';
import { useKey } from '#renderer/kit/keys/useKey.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Select } from '#renderer/kit/ui/Select.tsx';
import { type RehearsalSize, rehearsalSizes } from '#shared/contract/backstage.ts';

/** Button that opens a rehearsal, a simulated room. Its gifts pass through the same code as those of a real room. */
export function RehearsalButton() {
  const { t } = useTranslation();
  const ringside = useRingside();
  const size = useSettings((state) => state.rehearsalSize);
  const [busy, setBusy] = useState(false);
  const open = async () => {
    setBusy(true);
    await openRehearsal(ringside);
    setBusy(false);
  };
  useKey('rehearsal.open', () => void open(), !busy);
  return (
    <div className="row">
      <Button
        look="outlined"
        icon="play-circle"
        label={t('rehearsal.open')}
        keyAction="rehearsal.open"
        busy={busy}
        onClick={() => void open()}
      />
      <Select<RehearsalSize>
        label={t('rehearsal.size')}
        value={size}
        options={rehearsalSizes.map((value) => ({ value, label: t(`rehearsal.size.${value}`) }))}
        onChange={(rehearsalSize) => ringside.settings.getState().set({ rehearsalSize })}
      />
    </div>
  );
}

/**
 * Opens a rehearsal once if the page's address asks for it (`REHEARSAL_ASKED`). Waits until the state of the room is
 * known, and does nothing if a rehearsal is running already.
 */
export function useRequestedRehearsal(): void {
  const ringside = useRingside();
  const [query, setQuery] = useSearchParams();
  const requested = query.has(REHEARSAL_ASKED);
  const known = useConnection(({ room }) => room !== null);
  useEffect(() => {
    if (!requested || !known) return;
    setQuery({}, { replace: true });
    const { room } = ringside.connection.getState();
    const running = room?.rehearsal === true && !['idle', 'ended', 'failed'].includes(room.phase);
    if (!running) void openRehearsal(ringside);
  }, [requested, known, ringside, setQuery]);
}
