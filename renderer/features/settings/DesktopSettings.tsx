import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePage, useRingside, useSession } from '#renderer/data/hooks.ts';
import type { DesktopApp } from '#renderer/data/platform/platform.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Segments } from '#renderer/kit/ui/Choices.tsx';
import { Panel } from '#renderer/kit/ui/Panel.tsx';
import { SettingRow } from '#renderer/kit/ui/Settings.tsx';
import { Switch } from '#renderer/kit/ui/Switch.tsx';
import {
  type Answer,
  type SignInState,
  serverAddressSchema,
  type WorkbenchLayout,
  type WorkbenchState,
} from '#shared/contract/desktop.ts';
import { AddressField, type ChangePreferences, usePreferences } from './preferences.tsx';

/** The settings that only the desktop app has. */
export function DesktopSettings({ app }: { app: DesktopApp }) {
  const { t } = useTranslation();
  const [preferences, change] = usePreferences(app);
  if (preferences === null) return null;
  return (
    <>
      <Panel title={t('setting.desktop')} body="padded">
        <SettingRow label={t('setting.startWithSystem')} hint={t('setting.startWithSystemHint')}>
          <Switch
            label={t('setting.startWithSystemOn')}
            checked={preferences.startWithSystem}
            onChange={(startWithSystem) => void change({ startWithSystem })}
          />
        </SettingRow>
        <ServerSetting app={app} address={preferences.server} change={change} />
      </Panel>
      <Panel title={t('setting.workbench.title')} body="padded">
        <WorkbenchSetting app={app} />
      </Panel>
    </>
  );
}

interface ServerSettingProps {
  app: DesktopApp;
  address: string;
  change: ChangePreferences;
}

/** Sets the Ringside server of the host's account. A change of the server signs out, because it is another account. */
function ServerSetting({ app, address, change }: ServerSettingProps) {
  const { t } = useTranslation();
  const { session } = usePage();
  const user = useSession((state) => state.user);
  const signedIn = useSession((state) => state.loginStatus);
  const [kept, setKept] = useState<SignInState | null>(null);
  useEffect(() => {
    void app.getSignIn({}).then((answer) => {
      if (answer.ok) setKept(answer.result);
    });
  }, [app]);
  useEffect(() => {
    if (signedIn) void session.ensureInfo({ quiet: true });
  }, [session, signedIn]);
  const save = async (next: string) => {
    if (next === address) return;
    // Sign out before the change: afterwards the calls go to the new server.
    if (signedIn) await session.signOut();
    await change({ server: next });
  };
  const who = signedIn ? (user?.username ?? '…') : t('setting.server.signedOut');
  const lost = signedIn && kept?.lasting === false;
  const more = address === '' ? t('setting.server.none') : lost ? t('setting.server.notLasting') : who;
  return (
    <SettingRow label={t('setting.server.label')} hint={t('setting.server.hint')} more={more}>
      <AddressField
        label={t('setting.server.label')}
        placeholder="https://ringside.example"
        value={address}
        fits={(typed) => serverAddressSchema.safeParse(typed).success}
        problem={t('setting.server.problem')}
        onSave={save}
      />
    </SettingRow>
  );
}

/** Opens, closes and configures the workbench window, which streaming software captures. */
export function WorkbenchSetting({ app }: { app: DesktopApp }) {
  const { t } = useTranslation();
  const { showProblem } = useRingside();
  const [state, setState] = useState<WorkbenchState | null>(null);
  useEffect(() => {
    void app.getWorkbench({}).then((answer) => {
      if (answer.ok) setState(answer.result);
    });
    return app.onWorkbench(setState);
  }, [app]);
  if (state === null) return null;

  const take = async (asked: Promise<Answer<WorkbenchState>>) => {
    const answer = await asked;
    if (answer.ok) setState(answer.result);
    else showProblem(answer.problem);
  };
  /** Saves a change and opens the window, so that the host sees the result. */
  const open = (wanted: Partial<Omit<WorkbenchState, 'open'>>) => void take(app.openWorkbench(wanted));
  return (
    <>
      <SettingRow label={t('setting.workbench.window')} hint={t('setting.workbench.hint')}>
        {state.open ? (
          <Button
            look="outlined"
            icon="times"
            label={t('setting.workbench.close')}
            onClick={() => void take(app.closeWorkbench({}))}
          />
        ) : (
          <Button
            look="outlined"
            icon="external-link"
            label={t('setting.workbench.open')}
            onClick={() => open({})}
          />
        )}
      </SettingRow>
      <SettingRow label={t('setting.workbench.layout')}>
        <Segments<WorkbenchLayout>
          label={t('setting.workbench.layout')}
          value={state.layout}
          options={[
            { value: 'horizontal', label: t('setting.workbench.horizontal') },
            { value: 'vertical', label: t('setting.workbench.vertical') },
          ]}
          onChange={(layout) => open({ layout })}
        />
      </SettingRow>
      <SettingRow label={t('setting.workbench.onTop')} hint={t('setting.workbench.onTopHint')}>
        <Switch
          label={t('setting.workbench.onTopOn')}
          checked={state.alwaysOnTop}
          onChange={(alwaysOnTop) => open({ alwaysOnTop })}
        />
      </SettingRow>
      <SettingRow label={t('setting.workbench.background')} hint={t('setting.workbench.backgroundHint')}>
        <Switch
          label={t('setting.workbench.transparent')}
          checked={state.transparent}
          onChange={(transparent) => open({ transparent })}
        />
      </SettingRow>
    </>
  );
}
