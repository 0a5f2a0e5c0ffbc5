import { useTranslation } from 'react-i18next';
import { NumberField, SelectField } from '#renderer/kit/form/fields.tsx';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { useProblemText } from '#renderer/kit/i18n/useText.ts';
import { Switch } from '#renderer/kit/ui/Switch.tsx';
import type { PresetDraft } from '#shared/contract/backstage.ts';
import type { Problem } from '#shared/contract/error.ts';
import { scoreBases } from '#shared/contract/preset.ts';
import { PointsTable } from './PointsTable.tsx';
import styles from './PresetFields.module.css';

export interface ScoreFieldsProps {
  draft: PresetDraft;
  problemAt(path: string): Problem | undefined;
  onChange(part: Partial<PresetDraft>): void;
}

/** The fields for counting: which gifts count, how many votes a gift is, and whether exclusive gifts bind. */
export function ScoreFields({ draft, problemAt, onChange }: ScoreFieldsProps) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const { giftPrice, score } = draft;
  const pointsProblem = problemAt('score.points');
  return (
    <div className="stack">
      <div className={styles.score}>
        <NumberField
          label={t('presetEditor.priceMin')}
          value={giftPrice.min}
          problem={problemAt('giftPrice.min')}
          onChange={(min) => onChange({ giftPrice: { ...giftPrice, min: min ?? 0 } })}
        />
        <NumberField
          label={t('presetEditor.priceMax')}
          value={giftPrice.max}
          placeholder={t('presetEditor.noLimit')}
          problem={problemAt('giftPrice.max')}
          onChange={(max) => onChange({ giftPrice: { ...giftPrice, max } })}
        />
        <NumberField
          label={t('presetEditor.multiplier')}
          help={t('presetEditor.multiplierHint')}
          value={score.multiplierTenths / 10}
          digits={1}
          problem={problemAt('score.multiplierTenths')}
          onChange={(times) =>
            onChange({ score: { ...score, multiplierTenths: Math.round((times ?? 1) * 10) } })
          }
        />
        <SelectField
          label={t('presetEditor.scoreBy')}
          help={t('presetEditor.scoreByHint')}
          value={score.by}
          options={scoreBases.map((by) => ({
            value: by,
            label: t(`presetEditor.scoreBy.${by}`),
          }))}
          onChange={(by) => onChange({ score: { ...score, by } })}
        />
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

/** Returns a function that describes the score settings in a few words. */
export function useScoreSummary(): (draft: PresetDraft) => string {
  const { t } = useTranslation();
  const { number } = useFormat();
  return ({ score, giftPrice, singleGiftBinding }) => {
    const parts = [t(`presetEditor.scoreBy.${score.by}`)];
    if (score.multiplierTenths !== 10) parts.push(`× ${score.multiplierTenths / 10}`);
    if (giftPrice.min > 0 || giftPrice.max !== null) {
      const max = giftPrice.max === null ? '' : number(giftPrice.max);
      parts.push(t('presetEditor.priceRange', { min: number(giftPrice.min), max }));
    }
    if (singleGiftBinding) parts.push(t('presetEditor.single'));
    return parts.join(' · ');
  };
}
