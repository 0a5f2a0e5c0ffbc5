import { useTranslation } from 'react-i18next';
import { useSettings } from '#renderer/data/hooks.ts';
import {
  isLight,
  type MenuColourName,
  menuColourNames,
  menuColours,
} from '#renderer/data/stores/menuColours.ts';
import { primaryNames, type SurfaceName, surfaceNames } from '#renderer/data/stores/settings.ts';
import { Segments, Swatches } from '#renderer/kit/ui/Choices.tsx';
import { SettingRow } from '#renderer/kit/ui/Settings.tsx';
import { Switch } from '#renderer/kit/ui/Switch.tsx';

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
