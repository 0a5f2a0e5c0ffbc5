import { useTranslation } from 'react-i18next';
import { useSettings } from '#renderer/data/hooks.ts';
import { languageNames } from '#renderer/kit/i18n/languageNames.ts';
import { Segments } from '#renderer/kit/ui/Choices.tsx';
import { SettingRow } from '#renderer/kit/ui/Settings.tsx';

export function LanguageSetting() {
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
