import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Line, type LineId, lineSchema } from '#shared/contract/connection.ts';
import { usePlain, useRingside } from '../../../app/hooks.ts';
import { Button } from '../../../ui/Button.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { useLine } from '../../room/useLine.ts';
import { SettingRow } from '../SettingRow.tsx';
import { BothLines } from './BothLines.tsx';
import { LineForm } from './LineForm.tsx';

/** Which line is used, and under advanced what each of them is. */
export function LineSettings() {
  const { t } = useTranslation();
  const ringside = useRingside();
  const lines = usePlain(ringside.lines, (state) => state.lines);
  const [lineId, choose] = useLine();
  const [drafts, setDrafts] = useState<Line[] | null>(null);
  // As they were when editing began: what another operator saves meanwhile is not overwritten.
  const [base, setBase] = useState<Line[] | null>(null);
  const [busy, setBusy] = useState(false);
  const shown = drafts ?? lines;

  const save = async () => {
    if (drafts === null) return;
    setBusy(true);
    const answer = await ringside.attempt('lines.save', {
      lines: drafts,
      ...(base === null ? {} : { base }),
    });
    setBusy(false);
    if (answer === null) return;
    setDrafts(null);
    ringside.toasts.getState().add({ severity: 'success', summary: { key: 'message.saved' } });
  };
  const sound = shown?.every((line) => lineSchema.safeParse(line).success) ?? false;

  return (
    <>
      <SettingRow label={t('line.label')} hint={t('line.hint')}>
        <Segments<LineId>
          label={t('line.label')}
          value={lineId}
          options={[
            { value: 'line1', label: t('line.line1') },
            { value: 'line2', label: t('line.line2') },
          ]}
          onChange={choose}
        />
      </SettingRow>
      <BothLines />
      <details className="setting__advanced">
        <summary>{t('line.advanced')}</summary>
        <p className="muted small">{t('line.advancedHint')}</p>
        {shown === null && <p className="muted">{t('line.waiting')}</p>}
        <div className="setting__lines">
          {shown?.map((line) => (
            <LineForm
              key={line.id}
              line={line}
              onChange={(next) => {
                if (drafts === null) setBase(lines);
                setDrafts(shown.map((each) => (each.id === next.id ? next : each)));
              }}
            />
          ))}
        </div>
        {drafts !== null && (
          <div className="row">
            <Button
              label={t('action.save')}
              icon="check"
              busy={busy}
              disabled={!sound}
              onClick={() => void save()}
            />
            <Button label={t('action.discard')} look="outlined" onClick={() => setDrafts(null)} />
          </div>
        )}
      </details>
    </>
  );
}
