import { InputText } from 'primereact/inputtext';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#shared/contract/error.ts';
import { Field } from './Field.tsx';
import { GiftPicker } from './GiftPicker.tsx';
import { NumberField } from './NumberField.tsx';
import type { AnchorDraft } from './presetForm.ts';

export interface AnchorFieldsProps {
  anchor: AnchorDraft;
  place: number;
  problemAt(field: string): Problem | undefined;
  usedBy: ReadonlyMap<number, string>;
  onChange(anchor: AnchorDraft): void;
}

/** One anchor: nickname, own account, exclusive gift, length of its turn. */
export function AnchorFields({ anchor, place, problemAt, usedBy, onChange }: AnchorFieldsProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <>
      <span className="draft__place muted" aria-hidden="true">
        {place + 1}
      </span>
      <Field label={t('presetEditor.nickname')} htmlFor={`${id}name`} problem={problemAt('nickname')}>
        <InputText
          id={`${id}name`}
          value={anchor.nickname}
          maxLength={60}
          autoComplete="off"
          invalid={problemAt('nickname') !== undefined}
          onChange={(event) => onChange({ ...anchor, nickname: event.target.value })}
        />
      </Field>
      <Field label={t('presetEditor.username')} htmlFor={`${id}user`} problem={problemAt('username')}>
        <InputText
          id={`${id}user`}
          value={anchor.username}
          maxLength={64}
          autoComplete="off"
          spellCheck={false}
          placeholder="@"
          onChange={(event) =>
            onChange({ ...anchor, username: event.target.value.trim().replace(/^@+/, ''), userId: '' })
          }
        />
      </Field>
      <Field label={t('presetEditor.gift')} problem={problemAt('gift')}>
        <GiftPicker
          label={t('presetEditor.gift')}
          value={anchor.gift}
          invalid={problemAt('gift') !== undefined}
          usedBy={usedBy}
          onChange={(gift) => onChange({ ...anchor, gift })}
        />
      </Field>
      <Field label={t('presetEditor.duration')} htmlFor={`${id}time`}>
        <NumberField
          id={`${id}time`}
          title={t('presetEditor.durationHint')}
          value={anchor.duration}
          min={0}
          max={999}
          onChange={(duration) => onChange({ ...anchor, duration: duration ?? 0 })}
        />
      </Field>
    </>
  );
}
