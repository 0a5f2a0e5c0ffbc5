import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection, useNow, useRingside, useSettings } from '#renderer/data/hooks.ts';
import { waitForLive } from '#renderer/data/show/openRoom.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Switch } from '#renderer/kit/ui/Switch.tsx';
import type { Phase } from '#shared/contract/connection.ts';
import styles from './Deck.module.css';
import { useLinked } from './lineState.ts';

/**
 * Button that waits for a room to go live. While Ringside waits: settings for the notification, and a button to stop.
 */
export function WaitForLive() {
  const phase = useConnection((state) => state.room?.phase ?? 'idle');
  const notLive = useConnection((state) => state.room?.problem?.code === 'room.notLive');
  const linked = useLinked();
  if (!linked) return null;
  if (phase === 'waiting') return <WaitControls />;
  return phase === 'failed' && notLive ? <WaitOffer /> : null;
}

function WaitOffer() {
  const { t } = useTranslation();
  const ringside = useRingside();
  const [pending, setPending] = useState(false);
  const wait = async () => {
    const { room } = ringside.connection.getState();
    if (room === null) return;
    setPending(true);
    await waitForLive(ringside, { username: room.username, lineId: room.lineId });
    setPending(false);
  };
  return <Button small icon="clock" label={t('room.wait')} busy={pending} onClick={() => void wait()} />;
}

function WaitControls() {
  const { t } = useTranslation();
  const ringside = useRingside();
  const sound = useSettings((state) => state.liveSound);
  const notify = useSettings((state) => state.liveNotification);
  const { set } = ringside.settings.getState();
  const setNotify = async (on: boolean) => {
    const allowed = !on || (await mayNotify());
    set({ liveNotification: on && allowed });
    if (!allowed) ringside.toasts.getState().add({ severity: 'warn', summary: { key: 'room.notifyDenied' } });
  };
  return (
    <span className={`row ${styles.wait}`}>
      <NextLook />
      <Button
        small
        look="outlined"
        icon="times"
        label={t('room.waitEnd')}
        onClick={() => void ringside.attempt('room.close', {})}
      />
      <Switch
        label={t('room.waitSound')}
        checked={sound}
        onChange={(on) => {
          set({ liveSound: on });
          if (on) playChime();
        }}
      />
      <Switch label={t('room.waitNotify')} checked={notify} onChange={(on) => void setNotify(on)} />
    </span>
  );
}

function NextLook() {
  const { t } = useTranslation();
  const at = useConnection((state) => state.room?.nextTryAt ?? null);
  const offset = useConnection((state) => state.clockOffset);
  const now = useNow(500);
  if (at === null) return null;
  const seconds = Math.max(0, Math.ceil((at - offset - now) / 1000));
  return <span className="muted">{t('room.nextLook', { seconds })}</span>;
}

/**
 * Detects that an awaited room has gone live. Call it with each phase of the connection; it returns true for the phase
 * in which the room went live.
 */
export function createLiveWatch(): (phase: Phase) => boolean {
  let waited = false;
  return (phase) => {
    if (phase === 'waiting') waited = true;
    const began = waited && phase === 'live';
    if (began || phase === 'idle' || phase === 'failed') waited = false;
    return began;
  };
}

/** Notifies the host when an awaited room has gone live: a toast, and a sound and a system notification if enabled. */
export function useLiveNews(): void {
  const { t } = useTranslation();
  const { connection, settings, toasts } = useRingside();
  useEffect(() => {
    const hasGoneLive = createLiveWatch();
    return connection.subscribe(({ room }) => {
      if (room === null || !hasGoneLive(room.phase)) return;
      const { username } = room;
      const { liveSound, liveNotification } = settings.getState();
      toasts.getState().add({ severity: 'success', summary: { key: 'room.nowLive', params: { username } } });
      if (liveSound) playChime();
      if (liveNotification && hasNotifications() && Notification.permission === 'granted') {
        new Notification(t('room.nowLive', { username }), { tag: 'ringside-live' });
      }
    });
  }, [connection, settings, toasts, t]);
}

const hasNotifications = (): boolean => 'Notification' in window;

/** Whether this browser may show notifications. Asks the user if necessary. */
async function mayNotify(): Promise<boolean> {
  return hasNotifications() && (await Notification.requestPermission()) === 'granted';
}

/** The tones of the chime (Hz) and their length (s). */
const CHIME = [660, 880];
const TONE = 0.18;

/** Plays two rising tones. Plays nothing if the browser requires a click first. */
function playChime(): void {
  const audio = new AudioContext();
  CHIME.forEach((frequency, place) => {
    const oscillator = new OscillatorNode(audio, { frequency });
    const gain = new GainNode(audio, { gain: 0.15 });
    oscillator.connect(gain).connect(audio.destination);
    oscillator.start(audio.currentTime + place * TONE);
    oscillator.stop(audio.currentTime + (place + 1) * TONE);
    if (place === CHIME.length - 1) oscillator.onended = () => void audio.close();
  });
}
