import { useTranslation } from 'react-i18next';
import { useVanillaStore } from '#renderer/data/hooks.ts';
import { formatDuration } from '#renderer/kit/i18n/format.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Segments } from '#renderer/kit/ui/Choices.tsx';
import { SliderInput } from '#renderer/kit/ui/NumberInput.tsx';
import { type Replay, type ReplaySpeed, replaySpeeds } from './replay.ts';

const SECOND = 1000;

/** Controls of a replay: play, pause, a slider for the shown moment, and the speed. */
export function ReplayBar({ replay, onBack }: { replay: Replay; onBack(): void }) {
  const { t } = useTranslation();
  const { time } = useFormat();
  const { phase, from, until, at, playing, speed } = useVanillaStore(replay.store, (state) => state);
  const length = Math.max(0, until - from);
  const shown = `${formatDuration(at - from)} / ${formatDuration(length)}`;
  const disabled = phase === 'opening' || length === 0;
  const label = playing ? t('replay.pause') : t('replay.play');
  return (
    <section className="panel rbar" aria-label={t('replay.title')} aria-busy={phase !== 'ready'}>
      <Button small look="text" icon="arrow-left" label={t('replay.back')} onClick={onBack} />
      <Button
        icon={playing ? 'pause' : 'play'}
        label={label}
        disabled={disabled}
        onClick={() => replay.play(!playing)}
      />
      <SliderInput
        className="rbar__line"
        min={0}
        max={Math.ceil(length / SECOND)}
        disabled={disabled}
        // Rounded up like `max`, so that the slider reaches its end in a show of any length.
        value={Math.ceil((at - from) / SECOND)}
        label={t('replay.moment')}
        valueText={`${time(at)} · ${shown}`}
        onChange={(value) => void replay.seek(from + value * SECOND)}
      />
      <span className="rbar__time num">
        <b>{from === 0 ? '–' : time(at)}</b>
        <span className="muted small">{shown}</span>
      </span>
      <Segments<string>
        label={t('replay.speed')}
        value={String(speed)}
        options={replaySpeeds.map((each) => ({
          value: String(each),
          label: t('replay.times', { shown: each }),
        }))}
        onChange={(value) => replay.setSpeed(speedOf(value))}
      />
      <span className="chip">{t('replay.readOnly')}</span>
    </section>
  );
}

function speedOf(value: string): ReplaySpeed {
  return replaySpeeds.find((speed) => String(speed) === value) ?? 1;
}
