import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside } from '#renderer/data/hooks.ts';
import { formatBytes } from '#renderer/kit/i18n/format.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { SettingRow } from '#renderer/kit/ui/Settings.tsx';
import { clearCache } from './clearCache.ts';

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
