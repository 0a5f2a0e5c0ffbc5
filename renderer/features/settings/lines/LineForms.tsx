import { useCallback, useEffect, useState } from 'react';
import { useFormState } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useRingside } from '#renderer/data/hooks.ts';
import { FormGroup } from '#renderer/kit/form/FormGroup.tsx';
import { useGroup } from '#renderer/kit/form/formContext.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import type { ShownLine } from '#shared/contract/connection.ts';
import { LineForm } from './LineForm.tsx';
import styles from './lines.module.css';
import { type LineValues, lineValues, typedLines } from './lineValues.ts';

/** The form of both lines, saved together. `lines` are the lines in force. */
export function LineForms({ lines }: { lines: ShownLine[] }) {
  const { attempt, toasts } = useRingside();
  // The lines when editing began, so that a save does not overwrite another operator's changes.
  const [base, setBase] = useState<ShownLine[] | null>(null);
  const begun = base ?? lines;
  // Resets the form after each save: a replaced secret changes no shown value, so the form would keep it as an edit.
  const [saves, setSaves] = useState(0);
  const onEdit = useCallback((editing: boolean) => setBase(editing ? begun : null), [begun]);
  const save = async (values: LineValues) => {
    const answer = await attempt('lines.save', { lines: typedLines(begun, values), base: begun });
    if (answer === null) return;
    setBase(null);
    setSaves((before) => before + 1);
    toasts.getState().add({ severity: 'success', summary: { key: 'message.saved' } });
  };
  return (
    <FormGroup
      key={`${saves} ${JSON.stringify(begun)}`}
      name="lines"
      values={lineValues(begun)}
      onSubmit={save}
    >
      <div className={styles.lines}>
        {begun.map((line) => (
          <LineForm key={line.id} line={line} />
        ))}
      </div>
      <SaveRow onEdit={onEdit} />
    </FormGroup>
  );
}

/** Save and Discard buttons; hidden while nothing is changed. */
function SaveRow({ onEdit }: { onEdit(editing: boolean): void }) {
  const { t } = useTranslation();
  const { methods, disabled } = useGroup();
  const { isDirty } = useFormState({ control: methods.control });
  useEffect(() => onEdit(isDirty), [onEdit, isDirty]);
  if (!isDirty) return null;
  return (
    <div className="row">
      <Button type="submit" label={t('action.save')} icon="check" busy={disabled} />
      <Button label={t('action.discard')} look="outlined" onClick={() => methods.reset()} />
    </div>
  );
}
