import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside } from '#renderer/data/hooks.ts';
import { BROKEN_KEY } from '#renderer/data/stores/settingsStore.ts';
import { formatBytes } from '#renderer/kit/i18n/format.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { SettingRow } from '#renderer/kit/ui/Settings.tsx';

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
