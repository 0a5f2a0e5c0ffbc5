import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection, useRingside } from '#renderer/data/hooks.ts';
import type { WebUpdater } from '#renderer/data/platform/platform.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { SettingRow } from '#renderer/kit/ui/Settings.tsx';

type Answer = 'newest' | 'newer' | 'unreachable';

/** Asks the server for its build and offers a reload if the page has another one. */
export function WebUpdate({ updater }: { updater: WebUpdater }) {
  const { t } = useTranslation();
  const { platform } = useRingside();
  const build = useConnection((state) => state.build);
  const outdated = useConnection((state) => state.outdated);
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState<Answer | null>(null);
  const answer = outdated ? 'newer' : asked;

  const look = async () => {
    setBusy(true);
    const latest = await updater.latestBuild();
    setBusy(false);
    if (latest === null || build === null) setAsked('unreachable');
    else setAsked(latest === build ? 'newest' : 'newer');
  };
  return (
    <SettingRow
      label={t('setting.update')}
      hint={t('setting.updateBuild', { build: build ?? '…' })}
      {...(answer === null ? {} : { more: t(`setting.update.${answer}`) })}
    >
      {answer === 'newer' ? (
        <Button icon="refresh" label={t('action.reload')} onClick={() => platform.reload()} />
      ) : (
        <Button
          look="outlined"
          icon="cloud-download"
          label={t('setting.updateLook')}
          busy={busy}
          onClick={() => void look()}
        />
      )}
    </SettingRow>
  );
}
