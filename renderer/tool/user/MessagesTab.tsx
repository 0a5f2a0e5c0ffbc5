import MessagesPage from '../../account/home/MessagesPage.tsx';
import { useTitle } from '../../i18n/useTitle.ts';

/** The notices of the server's operators, without leaving the tool. */
export default function MessagesTab() {
  useTitle('site.message');
  return (
    <div className="setting">
      <MessagesPage />
    </div>
  );
}
