import { InputText } from 'primereact/inputtext';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useConnection, useRingside, useSettings } from '#renderer/data/hooks.ts';
import { openRoom, useLine } from '#renderer/data/show/openRoom.ts';
import { isOpen } from '#renderer/data/stores/connectionStore.ts';
import { useKey } from '#renderer/kit/keys/useKey.ts';
import { Button, KeyCap } from '#renderer/kit/ui/Button.tsx';
import { Select } from '#renderer/kit/ui/Select.tsx';
import type { LineId } from '#shared/contract/connection.ts';
import styles from './Deck.module.css';
import { useDeck } from './deckStore.ts';

interface RoomRequest {
  username: string;
  lineId: LineId;
}

/**
 * The form that connects to a room: username and line. A new request replaces one that is still pending. The answer
 * does not change the field if the host has typed something else since the request. While the form is folded, the field
 * takes the username of the open room, so that a refused one does not come back with the form.
 */
export function RoomForm() {
  const { t } = useTranslation();
  const ringside = useRingside();
  const lineId = useSettings((state) => state.lineId);
  const [username, setUsername] = useState(() => ringside.settings.getState().username);
  const [pending, setPending] = useState<RoomRequest | null>(null);
  const newest = useRef<RoomRequest | null>(null);
  const [refused, setRefused] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { open: unfolded, setOpen } = useDeck();
  const open = useConnection((state) => isOpen(state.room?.phase ?? 'idle'));
  const ofRoom = useConnection(({ room }) => (room === null || room.rehearsal ? '' : room.username));
  const rehearsal = useConnection((state) => state.room?.rehearsal ?? false);
  const close = () => void ringside.attempt('room.close', {});
  useEffect(() => {
    if (unfolded || ofRoom === '') return;
    setUsername(ofRoom);
    setRefused(false);
  }, [unfolded, ofRoom]);
  useKey('room.focus', () => {
    // A hidden field cannot be focused.
    flushSync(() => setOpen(true));
    field.current?.select();
  });
  useKey('room.close', close, open);

  const connect = async (event: FormEvent) => {
    event.preventDefault();
    const request = { username, lineId };
    newest.current = request;
    setPending(request);
    const opened = await openRoom(ringside, request, () => newest.current === request);
    if (opened === 'overtaken') return;
    setPending(null);
    if (field.current?.value !== username) return;
    setRefused(opened === 'refused');
    if (opened === 'opened') field.current.blur();
    else field.current.select();
  };

  return (
    <form className={`row ${styles.form}`} onSubmit={connect} noValidate>
      <span className={styles.room}>
        <InputText
          ref={field}
          value={username}
          invalid={refused}
          aria-invalid={refused}
          onChange={(event) => {
            setUsername(event.target.value);
            setRefused(false);
          }}
          aria-label={t('room.username')}
          placeholder={t('room.username')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <KeyCap action="room.focus" />
      </span>
      <LineSwitch />
      <Button
        type="submit"
        icon="bolt"
        label={t('room.connect')}
        look={open ? 'outlined' : 'filled'}
        busy={pending !== null && pending.username === username && pending.lineId === lineId}
      />
      <span className={styles.disconnect}>
        {open && (
          <Button
            look="text"
            icon="power-off"
            ariaLabel={rehearsal ? t('rehearsal.close') : t('room.disconnect')}
            keyAction="room.close"
            onClick={close}
          />
        )}
      </span>
    </form>
  );
}

/** Selects the line to the platform. */
function LineSwitch() {
  const { t } = useTranslation();
  const [lineId, choose] = useLine();
  useKey('line.switch', () => choose(lineId === 'line1' ? 'line2' : 'line1'));
  return (
    <Select<LineId>
      label={t('line.label')}
      value={lineId}
      options={[
        { value: 'line1', label: t('line.line1') },
        { value: 'line2', label: t('line.line2') },
      ]}
      onChange={choose}
    />
  );
}
