import { useId } from 'react';
import type { Problem } from '#shared/contract/error.ts';
import type { GiftChoice } from '#shared/contract/preset.ts';
import { Field, problemId } from './Field.tsx';
import { GiftPicker } from './GiftPicker.tsx';
import { NumberField } from './NumberField.tsx';

export interface GiftAndTimeProps {
  giftLabel: string;
  timeLabel: string;
  timeHint: string;
  gift: GiftChoice | null;
  /** Seconds. */
  duration: number;
  problemAt(field: string): Problem | undefined;
  usedBy: ReadonlyMap<number, string>;
  onChange(part: { gift: GiftChoice | null } | { duration: number }): void;
}

/** What anchors and gameplay entries both have: a gift of their own, and a length. */
export function GiftAndTime({ giftLabel, timeLabel, timeHint, gift, duration, ...rest }: GiftAndTimeProps) {
  const { problemAt, usedBy, onChange } = rest;
  const id = useId();
  return (
    <>
      <Field label={giftLabel} problem={problemAt('gift')}>
        <GiftPicker
          label={giftLabel}
          value={gift}
          invalid={problemAt('gift') !== undefined}
          usedBy={usedBy}
          onChange={(chosen) => onChange({ gift: chosen })}
        />
      </Field>
      <Field label={timeLabel} htmlFor={id} problem={problemAt('duration')}>
        <NumberField
          id={id}
          title={timeHint}
          value={duration}
          invalid={problemAt('duration') !== undefined}
          describedBy={problemAt('duration') === undefined ? undefined : problemId(id)}
          onChange={(seconds) => onChange({ duration: seconds ?? 0 })}
        />
      </Field>
    </>
  );
}
