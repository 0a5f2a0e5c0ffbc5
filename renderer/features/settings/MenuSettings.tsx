import { useTranslation } from 'react-i18next';
import { useSettings } from '#renderer/data/hooks.ts';
import {
  isLight,
  type MenuColourName,
  menuColourNames,
  menuColours,
} from '#renderer/data/stores/menuColours.ts';
import { Swatches } from '#renderer/kit/ui/Choices.tsx';
import { SettingRow } from '#renderer/kit/ui/Settings.tsx';
import { Switch } from '#renderer/kit/ui/Switch.tsx';

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
