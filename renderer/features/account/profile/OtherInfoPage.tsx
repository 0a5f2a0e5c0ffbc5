import { Devices } from './Devices.tsx';
import { OwnData } from './OwnData.tsx';
import { SavedShows } from './SavedShows.tsx';
import { Signins } from './Signins.tsx';

/** The account's devices, sign-ins, saved shows and data export. */
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
