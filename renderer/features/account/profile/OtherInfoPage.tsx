import './profile.css';
import { Devices } from './Devices.tsx';
import { OwnData } from './OwnData.tsx';
import { SavedShows } from './SavedShows.tsx';
import { Signins } from './Signins.tsx';

/** What else there is about the own account: devices, sign-ins, saved shows, and all its data. */
export default function OtherInfoPage() {
  return (
    <>
      <Devices />
      <Signins />
      <SavedShows />
      <OwnData />
    </>
  );
}
