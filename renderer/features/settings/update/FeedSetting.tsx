import { useTranslation } from 'react-i18next';
import type { DesktopApp } from '#renderer/data/platform/platform.ts';
import { AdvancedSettings, SettingRow } from '#renderer/kit/ui/Settings.tsx';
import { Switch } from '#renderer/kit/ui/Switch.tsx';
import { feedUrlSchema } from '#shared/contract/desktop.ts';
import { AddressField } from '../desktop/AddressField.tsx';
import { usePreferences } from '../desktop/usePreferences.ts';

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
