import { useTranslation } from 'react-i18next';
import { SessionControls } from '../session/SessionControls.tsx';
import { SuspendSwitch } from '../session/SuspendSwitch.tsx';
import { ConnectionWords } from './ConnectionWords.tsx';
import { Gaps } from './Gaps.tsx';
import { RehearsalButton } from './RehearsalButton.tsx';
import { RoomForm } from './RoomForm.tsx';

/** The controls of the show: the room on the left, the session on the right, and in words how it stands. */
export function Deck() {
  const { t } = useTranslation();
  return (
    <section className="deck" aria-label={t('deck.label')}>
      <div className="deck__row">
        <RoomForm />
        <span className="deck__rule" />
        <RehearsalButton />
        <SessionControls />
      </div>
      <div className="deck__row">
        <ConnectionWords />
        <Gaps />
        <SuspendSwitch />
      </div>
    </section>
  );
}
