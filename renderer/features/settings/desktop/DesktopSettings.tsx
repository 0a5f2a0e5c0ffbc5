import { useTranslation } from 'react-i18next';
import type { DesktopApp } from '#renderer/data/platform/platform.ts';
import { Panel } from '#renderer/kit/ui/Panel.tsx';
import { SettingRow } from '#renderer/kit/ui/Settings.tsx';
import { Switch } from '#renderer/kit/ui/Switch.tsx';
import { ServerSetting } from './ServerSetting.tsx';
import { usePreferences } from './usePreferences.ts';
import { WorkbenchSetting } from './WorkbenchSetting.tsx';

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
