import { useTranslation } from 'react-i18next';
import { useSettings } from '#renderer/data/hooks.ts';
import { primaryNames, type SurfaceName, surfaceNames } from '#renderer/data/stores/settings.ts';
import { Segments, Swatches } from '#renderer/kit/ui/Choices.tsx';
import { SettingRow } from '#renderer/kit/ui/Settings.tsx';

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
