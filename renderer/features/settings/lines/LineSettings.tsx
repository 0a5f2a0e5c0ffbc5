import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside, useVanillaStore } from '#renderer/data/hooks.ts';
import { useLine } from '#renderer/data/show/useLine.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Segments } from '#renderer/kit/ui/Choices.tsx';
import { AdvancedSettings, SettingRow } from '#renderer/kit/ui/Settings.tsx';
import { Switch } from '#renderer/kit/ui/Switch.tsx';
import type { LineId } from '#shared/contract/connection.ts';
import { LineForms } from './LineForm.tsx';

/** Selects the line; the advanced part edits the lines' addresses. */
export function LineSettings() {
  const { t } = useTranslation();
  const ringside = useRingside();
  const lines = useVanillaStore(ringside.lines, (state) => state.lines);
  const [lineId, choose] = useLine();

  return (
    <>
      <SettingRow label={t('line.label')} hint={t('line.hint')}>
        <Segments<LineId>
          label={t('line.label')}
          value={lineId}
          options={[
            { value: 'line1', label: t('line.line1') },
            { value: 'line2', label: t('line.line2') },
          ]}
          onChange={choose}
        />
      </SettingRow>
      <BothLines />
      <PlatformSignOut />
      <AdvancedSettings title={t('line.advanced')}>
        <p className="muted small">{t('line.advancedHint')}</p>
        {lines === null && <p className="muted">{t('line.waiting')}</p>}
        {lines !== null && <LineForms lines={lines} />}
      </AdvancedSettings>
    </>
  );
}

/** Deletes the platform's cookies of the room pages. Hidden where nobody can sign in on a page. */
function PlatformSignOut() {
  const { t } = useTranslation();
  const ringside = useRingside();
  const hasWindows = useVanillaStore(ringside.lines, (state) => state.pageWindows);
  const [busy, setBusy] = useState(false);
  if (!hasWindows) return null;
  const signOut = async () => {
    setBusy(true);
    const answer = await ringside.attempt('pages.signOut', {});
    setBusy(false);
    if (answer !== null)
      ringside.toasts.getState().add({ severity: 'success', summary: { key: 'line.signedOut' } });
  };
  return (
    <SettingRow label={t('line.platform')} hint={t('line.platformHint')}>
      <Button
        look="outlined"
        icon="sign-out"
        label={t('line.signOut')}
        busy={busy}
        onClick={() => void signOut()}
      />
    </SettingRow>
  );
}

/** Switches whether both lines receive the room at once. */
function BothLines() {
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
