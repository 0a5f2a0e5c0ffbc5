import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside, useSettings, useVanillaStore } from '#renderer/data/hooks.ts';
import { BROKEN_KEY } from '#renderer/data/stores/settingsStore.ts';
import { formatBytes } from '#renderer/kit/i18n/format.ts';
import { languageNames } from '#renderer/kit/i18n/i18n.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { useTitle } from '#renderer/kit/i18n/useText.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Segments } from '#renderer/kit/ui/Choices.tsx';
import { Panel } from '#renderer/kit/ui/Panel.tsx';
import { SettingRow, SettingSheet } from '#renderer/kit/ui/Settings.tsx';
import { AppearanceSettings, MenuSettings } from './AppearanceSettings.tsx';
import { DesktopSettings } from './DesktopSettings.tsx';
import { DesktopKeySettings, KeySettings } from './KeySettings.tsx';
import { LineSettings } from './LineSettings.tsx';
import { PhoneSettings } from './PhoneSettings.tsx';
import { FeedSetting, UpdateSetting } from './UpdateSetting.tsx';

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
          {app === null ? <KeySettings /> : <DesktopKeySettings app={app} />}
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

/** Clears the cache. The hint lists the data that is deleted and the data that is kept. */
export function CacheSetting() {
  const { t } = useTranslation();
  const { platform, settings, toasts } = useRingside();
  const { language } = useFormat();
  const [busy, setBusy] = useState(false);
  const clear = async () => {
    setBusy(true);
    try {
      const freed = await clearCache({
        local: window.localStorage,
        session: window.sessionStorage,
        clearCopies: () => platform.clearCache(),
      });
      settings.getState().set({ username: '' });
      toasts.getState().add({
        severity: 'success',
        summary: { key: 'toast.cacheCleared' },
        detail:
          freed === null ? null : { key: 'toast.cacheFreed', params: { size: formatBytes(freed, language) } },
      });
    } catch {
      toasts.getState().add({ severity: 'error', summary: { key: 'toast.cacheNotCleared' } });
    } finally {
      setBusy(false);
    }
  };
  return (
    <SettingRow label={t('setting.cache')} hint={t('setting.cacheClears')} more={t('setting.cacheKeeps')}>
      <Button
        look="outlined"
        icon="eraser"
        label={t('setting.cacheClear')}
        busy={busy}
        onClick={() => void clear()}
      />
    </SettingRow>
  );
}

/** This browser's caches and storages. */
interface CachePlaces {
  local: Pick<Storage, 'removeItem'>;
  session: Pick<Storage, 'clear'>;
  /** Deletes cached pages and pictures of the browser or the desktop app. Resolves to the freed bytes. */
  clearCopies(): Promise<number | null>;
}

/** Keys of local storage that contain cached data. */
const cacheKeys: readonly string[] = [BROKEN_KEY];

/**
 * Clears data that can be recreated or fetched again. Keeps shows, presets, the host's settings, the language and the
 * sign-in. Returns the freed bytes; null if unknown.
 */
export async function clearCache({ local, session, clearCopies }: CachePlaces): Promise<number | null> {
  for (const key of cacheKeys) local.removeItem(key);
  session.clear();
  return clearCopies();
}
