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

/** User Info: the account with its data and devices, and facts about this page. */
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
    // The key resets the forms for another account or language.
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
