import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useProblemText } from '#renderer/kit/i18n/useText.ts';
import { Select } from '#renderer/kit/ui/Select.tsx';
import { Switch } from '#renderer/kit/ui/Switch.tsx';
import type { PresetDraft } from '#shared/contract/backstage.ts';
import type { Problem } from '#shared/contract/error.ts';
import { Field, problemId } from './Field.tsx';
import { NumberField } from './NumberField.tsx';
import { PointsTable } from './PointsTable.tsx';

export interface ScoreFieldsProps {
  draft: PresetDraft;
  problemAt(path: string): Problem | undefined;
  onChange(part: Partial<PresetDraft>): void;
}

/** Which gifts count, how they become votes, and whether exclusive gifts bind. */
export function ScoreFields({ draft, problemAt, onChange }: ScoreFieldsProps) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const id = useId();
  const { giftPrice, score } = draft;
  const minProblem = problemAt('giftPrice.min');
  const maxProblem = problemAt('giftPrice.max');
  const timesProblem = problemAt('score.multiplierTenths');
  const pointsProblem = problemAt('score.points');
  return (
    <div className="stack">
      <div className="score">
        <Field label={t('presetEditor.priceMin')} htmlFor={`${id}min`} problem={minProblem}>
          <NumberField
            id={`${id}min`}
            value={giftPrice.min}
            invalid={minProblem !== undefined}
            describedBy={minProblem && problemId(`${id}min`)}
            onChange={(min) => onChange({ giftPrice: { ...giftPrice, min: min ?? 0 } })}
          />
        </Field>
        <Field label={t('presetEditor.priceMax')} htmlFor={`${id}max`} problem={maxProblem}>
          <NumberField
            id={`${id}max`}
            value={giftPrice.max}
            placeholder={t('presetEditor.noLimit')}
            invalid={maxProblem !== undefined}
            describedBy={maxProblem && problemId(`${id}max`)}
            onChange={(max) => onChange({ giftPrice: { ...giftPrice, max } })}
          />
        </Field>
        <Field
          label={t('presetEditor.multiplier')}
          htmlFor={`${id}times`}
          hint={t('presetEditor.multiplierHint')}
          problem={timesProblem}
        >
          <NumberField
            id={`${id}times`}
            value={score.multiplierTenths / 10}
            digits={1}
            invalid={timesProblem !== undefined}
            describedBy={timesProblem && problemId(`${id}times`)}
            onChange={(times) =>
              onChange({ score: { ...score, multiplierTenths: Math.round((times ?? 1) * 10) } })
            }
          />
        </Field>
        <Field label={t('presetEditor.scoreBy')} htmlFor={`${id}by`} hint={t('presetEditor.scoreByHint')}>
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
        <PointsTable
          points={score.points}
          problemAt={(giftId) => problemAt(`score.points.${giftId}`)}
          onChange={(points) => onChange({ score: { ...score, points } })}
        />
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
