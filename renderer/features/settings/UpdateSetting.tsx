import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection, useRingside } from '#renderer/data/hooks.ts';
import type { DesktopApp, DesktopUpdater, WebUpdater } from '#renderer/data/platform/platform.ts';
import type { ToastText } from '#renderer/data/stores/toastStore.ts';
import { useText } from '#renderer/kit/i18n/useText.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { AdvancedSettings, SettingRow } from '#renderer/kit/ui/Settings.tsx';
import { Switch } from '#renderer/kit/ui/Switch.tsx';
import { type Answer, feedUrlSchema, type UpdateState } from '#shared/contract/desktop.ts';
import { AddressField, usePreferences } from './preferences.tsx';

/** Updates the page on the web, or the app on the desktop. */
export function UpdateSetting() {
  const { update } = useRingside().platform;
  return update.kind === 'desktop' ? <DesktopUpdate updater={update} /> : <WebUpdate updater={update} />;
}

type BuildAnswer = 'newest' | 'newer' | 'unreachable';

/** Asks the server for its build and offers a reload if the page has another one. */
function WebUpdate({ updater }: { updater: WebUpdater }) {
  const { t } = useTranslation();
  const { platform } = useRingside();
  const build = useConnection((state) => state.build);
  const outdated = useConnection((state) => state.outdated);
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState<BuildAnswer | null>(null);
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

/** Checks for a newer version of the app and restarts into it, but never during a show. */
function DesktopUpdate({ updater }: { updater: DesktopUpdater }) {
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

/** Sets when and where the app checks for updates. */
export function FeedSetting({ app }: { app: DesktopApp }) {
  const { t } = useTranslation();
  const [preferences, change] = usePreferences(app);
  if (preferences === null) return null;
  return (
    <>
      <SettingRow label={t('setting.updateAtStart')} hint={t('setting.updateAtStartHint')}>
        <Switch
          label={t('setting.updateAtStartOn')}
          checked={preferences.checkForUpdates}
          onChange={(checkForUpdates) => void change({ checkForUpdates })}
        />
      </SettingRow>
      <AdvancedSettings title={t('setting.updateAdvanced')}>
        <SettingRow label={t('setting.updateFeed')} hint={t('setting.updateFeedHint')}>
          <AddressField
            label={t('setting.updateFeed')}
            placeholder="https://ringside.example/releases"
            value={preferences.updateFeed}
            fits={(typed) => feedUrlSchema.safeParse(typed).success}
            problem={t('setting.updateFeedProblem')}
            onSave={async (updateFeed) => void (await change({ updateFeed }))}
          />
        </SettingRow>
      </AdvancedSettings>
    </>
  );
}
