import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '#renderer/data/hooks.ts';
import { ConnectionStatus } from './ConnectionStatus.tsx';
import styles from './Deck.module.css';
import { useDeck } from './deckStore.ts';
import { Gaps } from './Gaps.tsx';
import { RehearsalButton } from './Rehearsal.tsx';
import { RoomForm } from './RoomForm.tsx';
import { SessionControls, SuspendSwitch } from './SessionControls.tsx';
import { ShowRoomPage } from './ShowRoomPage.tsx';
import { WaitForLive } from './WaitForLive.tsx';
import { WayInUse } from './WayInUse.tsx';

/** The controls of the show: the connection, which folds away while the show runs, and the session. */
export function Deck() {
  const { t } = useTranslation();
  const { open, reset } = useDeck();
  useFoldWhenLive(reset);
  return (
    <section className={styles.deck} aria-label={t('deck.label')}>
      <div className={styles.row} hidden={!open}>
        <RoomForm />
        <span className={styles.rule} />
        <RehearsalButton />
      </div>
      <div className={styles.row}>
        <ConnectionStatus />
        <WayInUse />
        <ShowRoomPage />
        <WaitForLive />
        <Gaps />
        <SuspendSwitch />
        <SessionControls />
      </div>
    </section>
  );
}

/** Folds a form that the host has opened once its room is live. */
function useFoldWhenLive(reset: () => void): void {
  const live = useConnection(({ room }) =>
    room?.phase === 'live' ? `${room.rehearsal} ${room.username}` : null,
  );
  const was = useRef(live);
  useEffect(() => {
    if (live !== null && live !== was.current) reset();
    was.current = live;
  }, [live, reset]);
}
