import { useTranslation } from 'react-i18next';
import { ConnectionStatus } from './ConnectionStatus.tsx';
import { Gaps } from './Gaps.tsx';
import { RehearsalButton } from './Rehearsal.tsx';
import { RoomForm } from './RoomForm.tsx';
import { SessionControls, SuspendSwitch } from './SessionControls.tsx';
import { WaitForLive } from './WaitForLive.tsx';

/** The controls of the show: room, rehearsal and session, with the state of the connection below. */
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
        <ConnectionStatus />
        <WaitForLive />
        <Gaps />
        <SuspendSwitch />
      </div>
    </section>
  );
}
