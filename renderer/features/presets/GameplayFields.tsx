import { useTranslation } from 'react-i18next';
import type { GameplayDraft } from '#renderer/data/presets/presetForm.ts';
import { TextField } from '#renderer/kit/form/fields.tsx';
import type { Problem } from '#shared/contract/error.ts';
import { presetLimits } from '#shared/contract/preset.ts';
import styles from './DraftList.module.css';
import { GiftAndTime } from './GiftAndTime.tsx';

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
