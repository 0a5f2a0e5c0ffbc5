import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside } from '#renderer/data/hooks.ts';
import { problemOf } from '#renderer/data/ringside.ts';
import { FormGroup } from '#renderer/kit/form/FormGroup.tsx';
import { ChoiceField, NumberField, SwitchField, TextField } from '#renderer/kit/form/fields.tsx';
import { formatAmount } from '#renderer/kit/i18n/format.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { FormEnd, Modal } from '#renderer/kit/ui/Modal.tsx';
import type { Problem } from '#shared/contract/error.ts';
import {
  type Deduction,
  MOST_DEDUCTIONS,
  type PayoutLine,
  type PayoutRules,
  payoutUnits,
  roundings,
} from '#shared/contract/payout.ts';
import type { Period } from '#shared/contract/season.ts';
import styles from './ReportPage.module.css';

const MOST = 1_000_000;

interface RulesDialogProps {
  rules: PayoutRules;
  onSaved(): void;
  onClose(): void;
}

/** Changes how payouts are computed. Amounts are typed in the currency and stored in hundredths. */
export function RulesDialog({ rules, onSaved, onClose }: RulesDialogProps) {
  const { t } = useTranslation();
  const { call } = useRingside();
  const [problem, setProblem] = useState<Problem | null>(null);
  const { currency, unit, rounding, whole } = rules;
  const values = {
    currency,
    unit,
    worth: rules.worth / 10_000,
    share: rules.share / 10,
    perWin: rules.perWin / 100,
    perShow: rules.perShow / 100,
    perHour: rules.perHour / 100,
    rounding,
    whole,
  };
  const save = async (typed: typeof values) => {
    setProblem(null);
    const hundredths = (value: number) => Math.round(value * 100);
    const next: PayoutRules = {
      currency: typed.currency.trim(),
      unit: typed.unit,
      worth: Math.round(typed.worth * 10_000),
      share: Math.round(typed.share * 10),
      perWin: hundredths(typed.perWin),
      perShow: hundredths(typed.perShow),
      perHour: hundredths(typed.perHour),
      rounding: typed.rounding,
      whole: typed.whole,
    };
    try {
      await call('payout.saveRules', { rules: next });
      onSaved();
      onClose();
    } catch (error) {
      setProblem(problemOf(error));
    }
  };
  const amount = { digits: 2, min: 0, max: MOST, clamp: true, required: true };
  return (
    <Modal title={t('payout.rules')} wide onClose={onClose}>
      <FormGroup name="payoutRules" values={values} onSubmit={save} twoColumns>
        <TextField name="currency" label={t('payout.currency')} maxLength={8} autoFocus />
        <ChoiceField
          name="unit"
          label={t('payout.unit')}
          options={payoutUnits.map((value) => ({ value, label: t(`report.${value}`) }))}
        />
        <NumberField name="worth" label={t('payout.worth')} {...amount} digits={4} />
        <NumberField
          name="share"
          label={t('payout.share')}
          digits={1}
          min={0}
          max={100}
          clamp
          unit="%"
          required
        />
        <NumberField name="perWin" label={t('payout.perWin')} {...amount} />
        <NumberField name="perShow" label={t('payout.perShow')} {...amount} />
        <NumberField name="perHour" label={t('payout.perHour')} {...amount} />
        <ChoiceField
          name="rounding"
          label={t('payout.rounding')}
          options={roundings.map((value) => ({ value, label: t(`payout.rounding.${value}`) }))}
        />
        <SwitchField name="whole" label={t('payout.whole')} />
        <FormEnd problem={problem} onClose={onClose} />
      </FormGroup>
    </Modal>
  );
}

interface DeductionsDialogProps {
  period: Period;
  line: PayoutLine;
  onSaved(): void;
  onClose(): void;
}

/** Adds deductions of an anchor with their notes, and removes them. */
export function DeductionsDialog({ period, line, onSaved, onClose }: DeductionsDialogProps) {
  const { t } = useTranslation();
  const { attempt } = useRingside();
  const { language } = useFormat();
  const [deductions, setDeductions] = useState<readonly Deduction[]>(line.deductions);
  // Two deductions may be equal.
  const keyed = deductions.map((deduction, at) => ({ ...deduction, key: String(at) }));
  const put = async (next: readonly Deduction[]) => {
    const args = { period, key: line.key, deductions: [...next] };
    if ((await attempt('payout.deduct', args)) === null) return;
    setDeductions(next);
    onSaved();
  };
  const add = (typed: { amount: number | null; note: string }) =>
    put([...deductions, { amount: Math.round((typed.amount ?? 0) * 100), note: typed.note.trim() }]);
  return (
    <Modal title={t('payout.deductFrom', { name: line.name })} onClose={onClose}>
      <ul className={styles.parts}>
        {keyed.map(({ key, amount, note }, index) => (
          <li key={key} className={styles.part}>
            <span className={styles.words}>{note === '' ? t('payout.noNote') : note}</span>
            <span className="num">{formatAmount(amount, language)}</span>
            <Button
              small
              look="text"
              icon="trash"
              ariaLabel={t('payout.removeDeduction', { note: note === '' ? t('payout.noNote') : note })}
              onClick={() => void put(deductions.filter((_, at) => at !== index))}
            />
          </li>
        ))}
      </ul>
      {deductions.length < MOST_DEDUCTIONS && (
        <FormGroup
          key={deductions.length}
          name="deduction"
          values={{ amount: null as number | null, note: '' }}
          onSubmit={add}
        >
          <NumberField
            name="amount"
            label={t('payout.amount')}
            digits={2}
            min={0}
            max={MOST}
            clamp
            required
          />
          <TextField name="note" label={t('payout.note')} maxLength={200} />
          <FormEnd submit={t('payout.deduct')} close={t('action.done')} onClose={onClose} />
        </FormGroup>
      )}
    </Modal>
  );
}
