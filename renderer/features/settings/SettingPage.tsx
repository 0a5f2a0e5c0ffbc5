import { useTranslation } from 'react-i18next';
import { useRingside, useSettings, useVanillaStore } from '#renderer/data/hooks.ts';
import { languageNames } from '#renderer/kit/i18n/languageNames.ts';
import { useTitle } from '#renderer/kit/i18n/useText.ts';
import { Segments } from '#renderer/kit/ui/Choices.tsx';
import { Panel } from '#renderer/kit/ui/Panel.tsx';
import { SettingRow, SettingSheet } from '#renderer/kit/ui/Settings.tsx';
import { AppearanceSettings, MenuSettings } from './AppearanceSettings.tsx';
import { CacheSetting } from './CacheSetting.tsx';
import { DesktopSettings } from './desktop/DesktopSettings.tsx';
import { KeySettings } from './keys/KeySettings.tsx';
import { LineSettings } from './lines/LineSettings.tsx';
import { PhoneSettings } from './phones/PhoneSettings.tsx';
import { FeedSetting, UpdateSetting } from './update/UpdateSetting.tsx';

/** The settings of this device, and the lines of its backstage. */
export default function SettingPage() {
  const { t } = useTranslation();
  useTitle('tab.setting');
  const { platform, phones } = useRingside();
  const { app } = platform;
  const hasPhones = useVanillaStore(phones, (state) => state.phones?.available === true);
  const fellBack = useSettings((state) => state.fellBack);
  return (
    <SettingSheet>
      {fellBack && (
        <div className="banner banner--warn" role="status">
          <i className="pi pi-info-circle" aria-hidden="true" />
          <span>{t('setting.fellBack')}</span>
        </div>
      )}
      <Panel title={t('setting.appearance')} body="padded">
        <AppearanceSettings />
      </Panel>
      <Panel title={t('setting.menu')} body="padded">
        <MenuSettings />
      </Panel>
      <Panel title={t('setting.language')} body="padded">
        <LanguageSetting />
      </Panel>
      <Panel title={t('setting.lines')} body="padded">
        <LineSettings />
      </Panel>
      {hasPhones && (
        <Panel title={t('phones.title')} body="padded">
          <PhoneSettings />
        </Panel>
      )}
      {app !== null && <DesktopSettings app={app} />}
      <div id="keys">
        <Panel title={t('setting.keys')} body="padded">
          <KeySettings />
        </Panel>
      </div>
      <Panel title={t('setting.version')} body="padded">
        <UpdateSetting />
        {app !== null && <FeedSetting app={app} />}
        <CacheSetting />
      </Panel>
    </SettingSheet>
  );
}

function LanguageSetting() {
  const { t } = useTranslation();
  const language = useSettings((state) => state.language);
  const setLanguage = useSettings((state) => state.setLanguage);
  return (
    <SettingRow label={t('setting.language')} hint={t('setting.languageHint')}>
      <Segments
        label={t('setting.language')}
        value={language}
        options={languageNames}
        onChange={setLanguage}
      />
    </SettingRow>
  );
}
