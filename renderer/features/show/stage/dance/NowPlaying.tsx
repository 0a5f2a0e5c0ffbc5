import { useTranslation } from 'react-i18next';
import { useConnection, useNow, useShow } from '#renderer/data/hooks.ts';
import { leftText } from '../Countdown.tsx';

/** The gameplay entry that a gift has started, in the modes where it runs beside the round. */
export function NowPlaying() {
  const { t } = useTranslation();
  const offset = useConnection((state) => state.clockOffset);
  const now = useNow(500) + offset;
  const playing = useShow((state) => {
    if (state.playing === null || state.preset === null || state.preset.mode === 'sticker') return null;
    const { dance, countdown } = state.playing;
    const entry = state.preset.gameplay.find(({ id }) => id === dance.entryId);
    return entry === undefined
      ? null
      : { name: entry.name, effects: entry.effects, left: leftText(countdown, now) };
  });
  if (playing === null) return null;
  const key = playing.effects === '' ? 'stage.playing' : 'stage.playingEffects';
  return <span>{t(key, playing)}</span>;
}
