import '#renderer/kit/styles/setting.css';
import '../profile/profile.css';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { usePage, useSession } from '#renderer/data/hooks.ts';
import { useTitle } from '#renderer/kit/i18n/useTitle.ts';
import { Devices } from '../profile/Devices.tsx';
import { OwnData } from '../profile/OwnData.tsx';
import { SavedShows } from '../profile/SavedShows.tsx';
import { Signins } from '../profile/Signins.tsx';
import { SyncPanel } from '../sync/SyncPanel.tsx';
import { AccountPanel } from './AccountPanel.tsx';
import { PagePanel } from './PagePanel.tsx';
import { SignInPanel } from './SignInPanel.tsx';

/** User Info: whose account this is, what it keeps, where it is signed in, and what this page runs on. */
export default function UserPage() {
  useTitle('tab.user');
  const { session } = usePage();
  const { i18n } = useTranslation();
  const signedIn = useSession((state) => state.loginStatus);
  const user = useSession((state) => state.user?.userId ?? null);
  useEffect(() => {
    if (signedIn) void session.ensureInfo({ quiet: true });
  }, [session, signedIn]);

  if (!signedIn) {
    return (
      <div className="setting">
        <SignInPanel />
        <PagePanel />
      </div>
    );
  }
  return (
    // What is asked of the server is asked anew for another account; its answers are in the reader's language.
    <div className="setting" key={`${user} ${i18n.language}`}>
      <AccountPanel />
      <SyncPanel />
      <Devices />
      <Signins />
      <SavedShows />
      <OwnData />
      <PagePanel />
    </div>
  );
}
