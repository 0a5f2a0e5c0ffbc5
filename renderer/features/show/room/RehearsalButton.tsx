import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside, useSettings } from '#renderer/data/hooks.ts';
import { openRehearsal } from '#renderer/data/show/openRoom.ts';
import { useKey } from '#renderer/kit/keys/useKey.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Select } from '#renderer/kit/ui/Select.tsx';
import { type RehearsalSize, rehearsalSizes } from '#shared/contract/backstage.ts';

/** A made-up show through the whole real chain, one click away. */
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
        ariaLabel={t('rehearsal.size')}
        value={size}
        options={rehearsalSizes.map((value) => ({ value, label: t(`rehearsal.size.${value}`) }))}
        onChange={(rehearsalSize) => ringside.settings.getState().set({ rehearsalSize })}
      />
    </div>
  );
}
