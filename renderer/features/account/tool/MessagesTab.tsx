import { useTitle } from '#renderer/kit/i18n/useTitle.ts';
import MessagesPage from '../home/MessagesPage.tsx';

/** The notices of the server's operators, without leaving the tool. */
export default function MessagesTab() {
  useTitle('site.message');
  return (
    <div className="setting">
      <MessagesPage />
    </div>
  );
}
