import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type RehearsalSize, rehearsalSizes } from '#shared/contract/backstage.ts';
import { useRingside, useSettings } from '../../../app/hooks.ts';
import { useKey } from '../../../keys/useKey.ts';
import { Button } from '../../../ui/Button.tsx';
import { Select } from '../../../ui/Select.tsx';
import { openRehearsal } from '../../room/openRoom.ts';

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
