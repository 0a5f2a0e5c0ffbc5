import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pointsEntries, withPoints } from '#renderer/data/presets/presetForm.ts';
import { NumberField, SelectField } from '#renderer/kit/form/fields.tsx';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { useProblemText } from '#renderer/kit/i18n/useText.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { GiftChip } from '#renderer/kit/ui/GiftChip.tsx';
import { NumberInput } from '#renderer/kit/ui/NumberInput.tsx';
import { Switch } from '#renderer/kit/ui/Switch.tsx';
import type { PresetDraft } from '#shared/contract/backstage.ts';
import type { Problem } from '#shared/contract/error.ts';
import { scoreBases } from '#shared/contract/preset.ts';
import { siblingIds } from '#shared/gifts/groups.ts';
import { giftName } from '#shared/gifts/learned.ts';
import { useLearned } from './GiftPicker.tsx';
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

const GiftDialog = lazy(() => import('./GiftDialog.tsx'));

export interface PointsTableProps {
  points: Readonly<Record<string, number>>;
  problemAt(giftId: number): Problem | undefined;
  onChange(points: Record<string, number>): void;
}

/** A table of gifts with their points. */
export function PointsTable({ points, problemAt, onChange }: PointsTableProps) {
  const { t } = useTranslation();
  const { language } = useFormat();
  const learned = useLearned();
  const problemText = useProblemText();
  const [adding, setAdding] = useState(false);
  const entries = useMemo(() => pointsEntries(points, (id) => siblingIds(id, learned)), [points, learned]);
  return (
    <div className={styles.points}>
      {entries.map(({ ids, points: value }) => {
        const name = giftName(ids[0] ?? 0, '', language, learned);
        const problem = problemAt(ids[0] ?? 0);
        return (
          <div key={ids[0]} className="row">
            <GiftChip name={name} ids={ids} />
            <span className="clip spread">{name}</span>
            <NumberInput
              label={`${t('presetEditor.points')}: ${name}`}
              value={value}
              invalid={problem !== undefined}
              onChange={(next) => onChange(withPoints(points, { ids }, next ?? 0))}
            />
            <Button
              small
              look="text"
              icon="trash"
              ariaLabel={t('presetEditor.remove', { name })}
              onClick={() => onChange(withPoints(points, { ids }, null))}
            />
            {problem !== undefined && (
              <span className="field__problem" role="alert">
                {problemText(problem)}
              </span>
            )}
          </div>
        );
      })}
      <div className="row">
        <Button
          small
          look="outlined"
          icon="plus"
          label={t('presetEditor.addPoints')}
          onClick={() => setAdding(true)}
        />
        <span className="muted small">{t('presetEditor.pointsHint')}</span>
      </div>
      {adding && (
        <Suspense fallback={null}>
          <GiftDialog
            title={t('giftPicker.title')}
            chosen={null}
            learned={learned}
            onClose={() => setAdding(false)}
            onChoose={(choice) => {
              onChange(withPoints(points, choice, points[choice.ids[0] ?? 0] ?? 1));
              setAdding(false);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
