import { useTranslation } from 'react-i18next';
import type { GameplayDraft } from '#renderer/data/presets/presetForm.ts';
import { Field } from '#renderer/kit/form/Field.tsx';
import { NumberField, TextField } from '#renderer/kit/form/fields.tsx';
import type { Problem } from '#shared/contract/error.ts';
import { type GiftChoice, presetLimits } from '#shared/contract/preset.ts';
import styles from './DraftList.module.css';
import { GiftPicker } from './GiftPicker.tsx';

export interface GameplayFieldsProps {
  entry: GameplayDraft;
  place: number;
  problemAt(field: string): Problem | undefined;
  usedBy: ReadonlyMap<number, string>;
  onChange(entry: GameplayDraft): void;
}

/** The fields of one gameplay entry: name, effects, the gift that starts it, and its duration. */
export function GameplayFields({ entry, place, problemAt, usedBy, onChange }: GameplayFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <span className={`${styles.place} muted`} aria-hidden="true">
        {place + 1}
      </span>
      <TextField
        required
        label={t('presetEditor.gameplayName')}
        value={entry.name}
        maxLength={presetLimits.name}
        problem={problemAt('name')}
        onChange={(name) => onChange({ ...entry, name })}
      />
      <TextField
        label={t('presetEditor.effects')}
        value={entry.effects}
        maxLength={presetLimits.effects}
        onChange={(effects) => onChange({ ...entry, effects })}
      />
      <GiftAndTime
        giftLabel={t('presetEditor.chosenGift')}
        timeLabel={t('presetEditor.runs')}
        timeHint={t('presetEditor.runsHint')}
        gift={entry.gift}
        duration={entry.duration}
        problemAt={problemAt}
        usedBy={usedBy}
        onChange={(part) => onChange({ ...entry, ...part })}
      />
    </>
  );
}

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
