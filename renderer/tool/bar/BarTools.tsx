import { useTranslation } from 'react-i18next';
import type { Language } from '#shared/contract/language.ts';
import { MessageBell } from '../../account/shell/MessageBell.tsx';
import { useSession, useSettings } from '../../app/hooks.ts';
import { languageNames } from '../../i18n/languageNames.ts';
import { useKey } from '../../keys/useKey.ts';
import { SyncSign } from '../../sync/SyncSign.tsx';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/Select.tsx';

/** What a host changes at any moment: the language, and light or dark. */
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
        ariaLabel={t('setting.language')}
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
