import { useTranslation } from 'react-i18next';
import { useRingside, useVanillaStore } from '#renderer/data/hooks.ts';
import { Switch } from '#renderer/kit/ui/Switch.tsx';
import { SettingRow } from '../SettingRow.tsx';

/** Switches whether both lines receive the room at once. */
export function BothLines() {
  const { t } = useTranslation();
  const ringside = useRingside();
  const lines = useVanillaStore(ringside.lines, (state) => state.lines);
  const both = useVanillaStore(ringside.lines, (state) => state.bothLines);
  return (
    <SettingRow label={t('line.both')} hint={t('line.bothHint')}>
      <Switch
        label={t('line.bothOn')}
        checked={both}
        disabled={lines === null}
        onChange={(bothLines) => {
          if (lines !== null) void ringside.attempt('lines.save', { lines, bothLines });
        }}
      />
    </SettingRow>
  );
}
