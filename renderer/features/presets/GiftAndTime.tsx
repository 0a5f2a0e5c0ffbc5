import { Field } from '#renderer/kit/form/Field.tsx';
import { NumberField } from '#renderer/kit/form/fields.tsx';
import type { Problem } from '#shared/contract/error.ts';
import type { GiftChoice } from '#shared/contract/preset.ts';
import { GiftPicker } from './GiftPicker.tsx';

export interface GiftAndTimeProps {
  giftLabel: string;
  timeLabel: string;
  timeHint: string;
  /** Whether the mode uses the duration; true by default. */
  timed?: boolean;
  gift: GiftChoice | null;
  /** Seconds. */
  duration: number;
  problemAt(field: string): Problem | undefined;
  usedBy: ReadonlyMap<number, string>;
  onChange(part: { gift: GiftChoice | null } | { duration: number }): void;
}

/** The fields that anchors and gameplay entries share: a gift and a duration. */
export function GiftAndTime({ giftLabel, timeLabel, timeHint, gift, duration, ...rest }: GiftAndTimeProps) {
  const { problemAt, usedBy, onChange, timed = true } = rest;
  const timeProblem = problemAt('duration');
  const choose = (chosen: GiftChoice | null) => onChange({ gift: chosen });
  return (
    <>
      <Field label={giftLabel} problem={problemAt('gift')} value={gift} onChange={choose}>
        <GiftPicker value={gift} usedBy={usedBy} onChange={choose} />
      </Field>
      {(timed || timeProblem !== undefined) && (
        <NumberField
          label={timeLabel}
          title={timeHint}
          value={duration}
          problem={timeProblem}
          onChange={(seconds) => onChange({ duration: seconds ?? 0 })}
        />
      )}
    </>
  );
}
