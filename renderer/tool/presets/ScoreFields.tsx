import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { PresetDraft } from '#shared/contract/backstage.ts';
import type { Problem } from '#shared/contract/error.ts';
import { useProblemText } from '../../i18n/useText.ts';
import { Select } from '../../ui/Select.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { Field } from './Field.tsx';
import { NumberField } from './NumberField.tsx';
import { PointsTable } from './PointsTable.tsx';

/** No gift costs more; enough room above the dearest of today. */
const DEAREST = 10_000_000;

export interface ScoreFieldsProps {
  draft: PresetDraft;
  priceProblem: Problem | undefined;
  pointsProblem: Problem | undefined;
  onChange(part: Partial<PresetDraft>): void;
}

/** Which gifts count, how they become votes, and whether exclusive gifts bind. */
export function ScoreFields({ draft, priceProblem, pointsProblem, onChange }: ScoreFieldsProps) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const id = useId();
  const { giftPrice, score } = draft;
  return (
    <div className="stack">
      <div className="score">
        <Field label={t('presetEditor.priceMin')} htmlFor={`${id}min`}>
          <NumberField
            id={`${id}min`}
            value={giftPrice.min}
            min={0}
            max={DEAREST}
            onChange={(min) => onChange({ giftPrice: { ...giftPrice, min: min ?? 0 } })}
          />
        </Field>
        <Field label={t('presetEditor.priceMax')} htmlFor={`${id}max`} problem={priceProblem}>
          <NumberField
            id={`${id}max`}
            value={giftPrice.max}
            min={0}
            max={DEAREST}
            placeholder={t('presetEditor.noLimit')}
            invalid={priceProblem !== undefined}
            onChange={(max) => onChange({ giftPrice: { ...giftPrice, max } })}
          />
        </Field>
        <Field label={t('presetEditor.multiplier')} htmlFor={`${id}times`}>
          <NumberField
            id={`${id}times`}
            title={t('presetEditor.multiplierHint')}
            value={score.multiplierTenths / 10}
            min={0.1}
            max={100}
            digits={1}
            onChange={(times) =>
              onChange({ score: { ...score, multiplierTenths: Math.max(1, Math.round((times ?? 1) * 10)) } })
            }
          />
        </Field>
        <Field label={t('presetEditor.scoreBy')} htmlFor={`${id}by`}>
          <Select
            inputId={`${id}by`}
            ariaLabel={t('presetEditor.scoreBy')}
            value={score.by}
            options={(['diamonds', 'count', 'points'] as const).map((by) => ({
              value: by,
              label: t(`presetEditor.scoreBy.${by}`),
            }))}
            onChange={(by) => onChange({ score: { ...score, by } })}
          />
        </Field>
      </div>
      <p className="muted small">{t('presetEditor.priceHint')}</p>
      {score.by === 'points' && (
        <PointsTable points={score.points} onChange={(points) => onChange({ score: { ...score, points } })} />
      )}
      {pointsProblem !== undefined && (
        <span className="field__problem" role="alert">
          {problemText(pointsProblem)}
        </span>
      )}
      <Switch
        label={t('presetEditor.single')}
        checked={draft.singleGiftBinding}
        onChange={(singleGiftBinding) => onChange({ singleGiftBinding })}
      />
      <p className="muted small">{t('presetEditor.singleHint')}</p>
    </div>
  );
}
