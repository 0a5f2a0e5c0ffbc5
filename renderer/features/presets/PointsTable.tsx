import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pointsEntries, withPoints } from '#renderer/data/presets/presetForm.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { useProblemText } from '#renderer/kit/i18n/useText.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { GiftChip } from '#renderer/kit/ui/GiftChip.tsx';
import { NumberInput } from '#renderer/kit/ui/NumberInput.tsx';
import type { Problem } from '#shared/contract/error.ts';
import { siblingIds } from '#shared/gifts/groups.ts';
import { giftName } from '#shared/gifts/learned.ts';
import styles from './PresetFields.module.css';
import { useLearned } from './useLearned.ts';

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
