import { useTranslation } from 'react-i18next';
import { useSession, useSettings } from '#renderer/data/hooks.ts';
import { SyncSign } from '#renderer/features/account/sync/SyncSign.tsx';
import { languageNames } from '#renderer/kit/i18n/languageNames.ts';
import { useKey } from '#renderer/kit/keys/useKey.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Select } from '#renderer/kit/ui/Select.tsx';
import type { Language } from '#shared/contract/language.ts';
import { MessageBell } from '../shell/MessageBell.tsx';

/** Sync state, messages, language, and light or dark. */
export function BarTools() {
  const { t } = useTranslation();
  const language = useSettings((state) => state.language);
  const setLanguage = useSettings((state) => state.setLanguage);
  const dark = useSettings((state) => state.dark);
  const set = useSettings((state) => state.set);
  const signedIn = useSession((state) => state.loginStatus);
  const toggle = () => set({ dark: !dark });
  useKey('frame.dark', toggle);
  return (
    <div className="bar__tools">
      <SyncSign />
      {signedIn && <MessageBell to="/tool/messages" />}
      <Select<Language>
        label={t('setting.language')}
        value={language}
        options={languageNames}
        onChange={setLanguage}
      />
      <Button
        look="text"
        icon={dark ? 'sun' : 'moon'}
        ariaLabel={dark ? t('frame.light') : t('frame.dark')}
        keyAction="frame.dark"
        onClick={toggle}
      />
    </div>
  );
}
