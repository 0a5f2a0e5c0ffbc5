import { useTitle } from '#renderer/kit/i18n/useText.ts';
import { SettingSheet } from '#renderer/kit/ui/Settings.tsx';
import MessagesPage from '../home/MessagesPage.tsx';

/** The messages page as a tab of the tool. */
export default function MessagesTab() {
  useTitle('site.message');
  return (
    <SettingSheet>
      <MessagesPage />
    </SettingSheet>
  );
}
