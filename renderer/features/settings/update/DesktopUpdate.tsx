import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DesktopUpdater } from '#renderer/data/platform/platform.ts';
import type { ToastText } from '#renderer/data/stores/toastStore.ts';
import { useText } from '#renderer/kit/i18n/useText.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { SettingRow } from '#renderer/kit/ui/Settings.tsx';
import type { Answer, UpdateState } from '#shared/contract/desktop.ts';

/** Checks for a newer version of the app and restarts into it, but never during a show. */
export function DesktopUpdate({ updater }: { updater: DesktopUpdater }) {
  const { t } = useTranslation();
  const text = useText();
  const [state, setState] = useState<UpdateState | null>(null);
  useEffect(() => {
    void take(updater.getUpdate({}), setState);
    return updater.onUpdate(setState);
  }, [updater]);
  const ready = state?.phase === 'ready';
  return (
    <SettingRow label={t('setting.update')} {...(state === null ? {} : { hint: text(wordsOf(state)) })}>
      {ready ? (
        <Button
          icon="refresh"
          label={t('setting.updateInstall')}
          disabled={state.blocked}
          onClick={() => void take(updater.installUpdate({}), setState)}
        />
      ) : (
        <Button
          look="outlined"
          icon="cloud-download"
          label={t('setting.updateLook')}
          busy={state?.phase === 'checking'}
          disabled={state === null || state.phase === 'unsupported' || state.phase === 'available'}
          onClick={() => void take(updater.checkUpdate({}), setState)}
        />
      )}
    </SettingRow>
  );
}

async function take(asked: Promise<Answer<UpdateState>>, set: (state: UpdateState) => void): Promise<void> {
  const answer = await asked;
  if (answer.ok) set(answer.result);
}

function wordsOf({ phase, current, version, percent, failure, blocked }: UpdateState): ToastText {
  if (phase === 'unsupported' && failure !== null) return { key: `desktop.update.error.${failure}` };
  if (phase === 'failed') return { key: `desktop.update.error.${failure ?? 'unknown'}` };
  if (phase === 'ready' && blocked) return { key: 'desktop.update.blocked' };
  return { key: `desktop.update.${phase}`, params: { current, version, percent: Math.round(percent) } };
}
