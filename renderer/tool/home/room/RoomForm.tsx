import { InputText } from 'primereact/inputtext';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection, useRingside, useSettings } from '../../../app/hooks.ts';
import { useKey } from '../../../keys/useKey.ts';
import { Button } from '../../../ui/Button.tsx';
import { KeyCap } from '../../../ui/KeyCap.tsx';
import { LineSwitch } from '../../room/LineSwitch.tsx';
import { openRoom } from '../../room/openRoom.ts';
import { isOpen } from '../../room/phaseWords.ts';

/** The username of the live room, and Connect. Enter connects. */
export function RoomForm() {
  const { t } = useTranslation();
  const ringside = useRingside();
  const lineId = useSettings((state) => state.lineId);
  const [username, setUsername] = useState(() => ringside.settings.getState().username);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const open = useConnection((state) => isOpen(state.room?.phase ?? 'idle'));
  const rehearsal = useConnection((state) => state.room?.rehearsal ?? false);
  const close = () => void ringside.attempt('room.close', {});
  useKey('room.focus', () => field.current?.select());
  useKey('room.close', close, open);

  const connect = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const opened = await openRoom(ringside, { username, lineId });
    setBusy(false);
    setRefused(opened === 'refused');
    if (opened === 'opened') field.current?.blur();
    else field.current?.select();
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
        busy={busy}
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
