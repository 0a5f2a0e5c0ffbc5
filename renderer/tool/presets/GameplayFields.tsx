import { InputText } from 'primereact/inputtext';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#shared/contract/error.ts';
import { Field } from './Field.tsx';
import { GiftPicker } from './GiftPicker.tsx';
import { NumberField } from './NumberField.tsx';
import type { GameplayDraft } from './presetForm.ts';

export interface GameplayFieldsProps {
  entry: GameplayDraft;
  place: number;
  problemAt(field: string): Problem | undefined;
  usedBy: ReadonlyMap<number, string>;
  onChange(entry: GameplayDraft): void;
}

/** One gameplay entry: its name, its effects, the gift that starts it, and how long it runs. */
export function GameplayFields({ entry, place, problemAt, usedBy, onChange }: GameplayFieldsProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <>
      <span className="draft__place muted" aria-hidden="true">
        {place + 1}
      </span>
      <Field label={t('presetEditor.gameplayName')} htmlFor={`${id}name`} problem={problemAt('name')}>
        <InputText
          id={`${id}name`}
          value={entry.name}
          maxLength={60}
          autoComplete="off"
          invalid={problemAt('name') !== undefined}
          onChange={(event) => onChange({ ...entry, name: event.target.value })}
        />
      </Field>
      <Field label={t('presetEditor.effects')} htmlFor={`${id}effects`}>
        <InputText
          id={`${id}effects`}
          value={entry.effects}
          maxLength={60}
          autoComplete="off"
          onChange={(event) => onChange({ ...entry, effects: event.target.value })}
        />
      </Field>
      <Field label={t('presetEditor.chosenGift')} problem={problemAt('gift')}>
        <GiftPicker
          label={t('presetEditor.chosenGift')}
          value={entry.gift}
          invalid={problemAt('gift') !== undefined}
          usedBy={usedBy}
          onChange={(gift) => onChange({ ...entry, gift })}
        />
      </Field>
      <Field label={t('presetEditor.runs')} htmlFor={`${id}time`}>
        <NumberField
          id={`${id}time`}
          title={t('presetEditor.runsHint')}
          value={entry.duration}
          min={0}
          max={999}
          onChange={(duration) => onChange({ ...entry, duration: duration ?? 0 })}
        />
      </Field>
    </>
  );
}
