import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside, useSettings, useVanillaStore } from '#renderer/data/hooks.ts';
import {
  isLight,
  type MenuColourName,
  menuColourNames,
  menuColours,
} from '#renderer/data/stores/menuColours.ts';
import { primaryNames, type SurfaceName, surfaceNames } from '#renderer/data/stores/settings.ts';
import { BROKEN_KEY } from '#renderer/data/stores/settingsStore.ts';
import { formatBytes } from '#renderer/kit/i18n/format.ts';
import { languageNames } from '#renderer/kit/i18n/i18n.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { useTitle } from '#renderer/kit/i18n/useText.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Segments, Swatches } from '#renderer/kit/ui/Choices.tsx';
import { Panel } from '#renderer/kit/ui/Panel.tsx';
import { SettingRow, SettingSheet } from '#renderer/kit/ui/Settings.tsx';
import { Switch } from '#renderer/kit/ui/Switch.tsx';
import { DesktopSettings } from './DesktopSettings.tsx';
import { DesktopKeySettings, KeySettings } from './KeySettings.tsx';
import { LineSettings } from './LineSettings.tsx';
import { PhoneSettings } from './PhoneSettings.tsx';
import { RemoteSettings } from './RemoteSettings.tsx';
import { TransferSettings } from './TransferSettings.tsx';
import { FeedSetting, UpdateSetting } from './UpdateSetting.tsx';
import { WebhookSettings } from './WebhookSettings.tsx';

/** The settings of this device, and the lines of its backstage. */
export default function SettingPage() {
  const { t } = useTranslation();
  useTitle('tab.setting');
  const { platform, phones, remotes, webhooks } = useRingside();
  const { app } = platform;
  const hasPhones = useVanillaStore(phones, (state) => state.phones?.available === true);
  const hasRemotes = useVanillaStore(remotes, (state) => (state.remotes?.url ?? '') !== '');
  const hasWebhooks = useVanillaStore(webhooks, (state) => state.webhooks?.available === true);
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
      {hasRemotes && (
        <Panel title={t('remotes.title')} body="padded">
          <RemoteSettings />
        </Panel>
      )}
      {hasWebhooks && (
        <Panel title={t('webhooks.title')} body="padded">
          <WebhookSettings />
        </Panel>
      )}
      {app !== null && <DesktopSettings app={app} />}
      <div id="keys">
        <Panel title={t('setting.keys')} body="padded">
          {app === null ? <KeySettings /> : <DesktopKeySettings app={app} />}
        </Panel>
      </div>
      <TransferSettings />
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

/** Sets theme, dark mode, and the primary and surface palettes. */
export function AppearanceSettings() {
  const { t } = useTranslation();
  const theme = useSettings((state) => state.theme);
  const dark = useSettings((state) => state.dark);
  const primary = useSettings((state) => state.primary);
  const surface = useSettings((state) => state.surface);
  const set = useSettings((state) => state.set);

  return (
    <>
      <SettingRow label={t('setting.theme')} hint={t('setting.themeHint')}>
        <Segments
          label={t('setting.theme')}
          value={Math.min(theme, 2)}
          options={[
            { value: 0, label: t('setting.theme.aura') },
            { value: 1, label: t('setting.theme.lara') },
            { value: 2, label: t('setting.theme.nora') },
          ]}
          onChange={(next) => set({ theme: next })}
        />
      </SettingRow>
      <SettingRow label={t('setting.brightness')}>
        <Segments
          label={t('setting.brightness')}
          value={dark ? 'dark' : 'light'}
          options={[
            { value: 'dark', label: t('setting.dark') },
            { value: 'light', label: t('setting.light') },
          ]}
          onChange={(next) => set({ dark: next === 'dark' })}
        />
      </SettingRow>
      <SettingRow label={t('setting.primary')} hint={t('setting.primaryHint')}>
        <Swatches
          label={t('setting.primary')}
          value={primary}
          options={primaryNames.map((name) => ({
            value: name,
            label: t(`colour.${name}`),
            colour: `var(--p-${name}-500)`,
          }))}
          onChange={(next) => set({ primary: next })}
        />
      </SettingRow>
      <SettingRow label={t('setting.surface')}>
        <Swatches<SurfaceName | 'own'>
          label={t('setting.surface')}
          value={surface ?? 'own'}
          options={[
            {
              value: 'own',
              label: t('colour.own'),
              colour: 'linear-gradient(135deg, #e2e8f0 50%, #18181b 50%)',
            },
            ...surfaceNames.map((name) => ({
              value: name,
              label: t(`colour.${name}`),
              colour: `var(--p-${name}-500)`,
            })),
          ]}
          onChange={(next) => set({ surface: next === 'own' ? null : next })}
        />
      </SettingRow>
    </>
  );
}

const light = menuColourNames.filter((name) => isLight(menuColours[name]));
const dark = menuColourNames.filter((name) => !isLight(menuColours[name]));

/** Sets the menu's colour and whether it shows icons only. */
export function MenuSettings() {
  const { t } = useTranslation();
  const simple = useSettings((state) => state.simpleMenu);
  const colour = useSettings((state) => state.menuColour);
  const set = useSettings((state) => state.set);
  const chosen = menuColourNames.find((name) => menuColours[name] === colour) ?? 'white';
  const options = (names: readonly MenuColourName[]) =>
    names.map((name) => ({
      value: name,
      label: `${t(`setting.menuColour.${name}`)} ${menuColours[name]}`,
      colour: menuColours[name],
      ...(isLight(menuColours[name]) ? { ink: '#18181b' } : {}),
    }));
  const choose = (name: MenuColourName) => set({ menuColour: menuColours[name] });
  return (
    <>
      <SettingRow label={t('setting.simpleMenu')} hint={t('setting.simpleMenuHint')}>
        <Switch
          label={t('setting.simpleMenuOn')}
          checked={simple}
          onChange={(simpleMenu) => set({ simpleMenu })}
        />
      </SettingRow>
      <SettingRow label={t('setting.menuLight')} hint={t('setting.menuWhiteHint')}>
        <Swatches label={t('setting.menuLight')} value={chosen} options={options(light)} onChange={choose} />
      </SettingRow>
      <SettingRow label={t('setting.menuDark')}>
        <Swatches label={t('setting.menuDark')} value={chosen} options={options(dark)} onChange={choose} />
      </SettingRow>
    </>
  );
}
