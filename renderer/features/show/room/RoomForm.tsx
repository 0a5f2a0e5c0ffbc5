import { InputText } from 'primereact/inputtext';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection, useRingside, useSettings } from '#renderer/data/hooks.ts';
import { openRoom } from '#renderer/data/show/openRoom.ts';
import { isOpen } from '#renderer/data/show/phaseWords.ts';
import { useKey } from '#renderer/kit/keys/useKey.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { KeyCap } from '#renderer/kit/ui/KeyCap.tsx';
import type { LineId } from '#shared/contract/connection.ts';
import { LineSwitch } from './LineSwitch.tsx';

interface Wish {
  username: string;
  lineId: LineId;
}

/**
 * The username of the live room, and Connect. Enter connects, also while another username is still looked up: the
 * newest wish counts, and an answer leaves alone what has been typed since its question.
 */
export function RoomForm() {
  const { t } = useTranslation();
  const ringside = useRingside();
  const lineId = useSettings((state) => state.lineId);
  const [username, setUsername] = useState(() => ringside.settings.getState().username);
  const [asked, setAsked] = useState<Wish | null>(null);
  const newest = useRef<Wish | null>(null);
  const [refused, setRefused] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const open = useConnection((state) => isOpen(state.room?.phase ?? 'idle'));
  const rehearsal = useConnection((state) => state.room?.rehearsal ?? false);
  const close = () => void ringside.attempt('room.close', {});
  useKey('room.focus', () => field.current?.select());
  useKey('room.close', close, open);

  const connect = async (event: FormEvent) => {
    event.preventDefault();
    const wish = { username, lineId };
    newest.current = wish;
    setAsked(wish);
    const opened = await openRoom(ringside, wish, () => newest.current === wish);
    if (opened === 'overtaken') return;
    setAsked(null);
    if (field.current?.value !== username) return;
    setRefused(opened === 'refused');
    if (opened === 'opened') field.current.blur();
    else field.current.select();
  };

  return (
    <form className="row deck__form" onSubmit={connect} noValidate>
      <span className="deck__room">
        <InputText
          ref={field}
          value={username}
          invalid={refused}
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
        busy={asked !== null && asked.username === username && asked.lineId === lineId}
      />
      {open && (
        <Button
          look="text"
          icon="power-off"
          ariaLabel={rehearsal ? t('rehearsal.close') : t('room.disconnect')}
          keyAction="room.close"
          onClick={close}
        />
      )}
    </form>
  );
}
