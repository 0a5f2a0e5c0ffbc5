import { useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useRingside, useShow } from '#renderer/data/hooks.ts';
import { problemOf } from '#renderer/data/ringside.ts';
import { GiftPicker, useLearned } from '#renderer/features/presets/index.ts';
import { Field } from '#renderer/kit/form/Field.tsx';
import { FormGroup, useControl, useGroup } from '#renderer/kit/form/FormGroup.tsx';
import { NumberField, SelectField, TextField } from '#renderer/kit/form/fields.tsx';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { useProblemText } from '#renderer/kit/i18n/useText.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Modal } from '#renderer/kit/ui/Modal.tsx';
import type { Problem } from '#shared/contract/error.ts';
import { giftName } from '#shared/gifts/learned.ts';
import { useAnchors } from '../ledger/moveTargets.ts';
import styles from './AddGift.module.css';
import {
  addArgs,
  type DraftProblems,
  draftProblems,
  type GiftDraft,
  limits,
  priceOf,
  readDraft,
  startDraft,
  suggestions,
} from './addGiftForm.ts';

/** Dialog that adds a gift by hand, for a gift that was never received. */
export default function AddGift({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const { language, number } = useFormat();
  const { engine, call, toasts } = useRingside();
  const problemText = useProblemText();
  const learned = useLearned();
  const [initial] = useState(() => startDraft(engine.state));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const add = async (values: GiftDraft) => {
    const draft = readDraft(values);
    const args = addArgs(engine.state, draft, (giftId) => giftName(giftId, '', language, learned));
    if (args === null) return;
    setBusy(true);
    setProblem(null);
    try {
      await call('gift.add', args);
      const params = { gift: args.giftName, shown: number(args.count), viewer: args.viewerName };
      toasts.getState().add({ severity: 'success', summary: { key: 'addGift.added', params } });
      onClose();
    } catch (error) {
      setProblem(problemOf(error));
      setBusy(false);
    }
  };
  return (
    <Modal title={t('addGift.title')} onClose={onClose}>
      <FormGroup name="add-gift" className={styles.addGift} values={initial} onSubmit={add}>
        <AddGiftFields />
        <p className="muted small">{t('addGift.hint')}</p>
        <div className="row row--end">
          {problem !== null && (
            <span className="field__problem spread" role="alert">
              {problemText(problem)}
            </span>
          )}
          <Button label={t('action.cancel')} look="outlined" onClick={onClose} />
          <Button type="submit" label={t('addGift.add')} icon="plus" busy={busy} />
        </div>
      </FormGroup>
    </Modal>
  );
}

function AddGiftFields() {
  const { t } = useTranslation();
  const { methods } = useGroup();
  const { engine } = useRingside();
  const problemText = useProblemText();
  const anchors = useAnchors();
  const suggestionsId = useId();
  const rounds = useShow((state) =>
    state.rounds
      .filter(({ phase }) => phase !== 'prepared')
      .map((round) => `${round.id}:${round.number}:${round.kind}`),
  );
  const typed = String(useWatch({ control: methods.control, name: 'viewer' }) ?? '');
  const check = (field: keyof DraftProblems) => () => {
    const problem = draftProblems(readDraft(methods.getValues()))[field];
    return problem === undefined ? null : problemText(problem);
  };
  const roundOption = (stored: string) => {
    const [value = '', round = '', kind] = stored.split(':');
    const label = t(kind === 'resurrection' ? 'addGift.resurrection' : 'stage.round', { number: round });
    return { value, label };
  };
  const targets = [
    ...anchors.map(({ id, nickname }) => ({ value: `anchor:${id}`, label: nickname })),
    ...(['attacker', 'defender', 'unallocated'] as const).map((value) => ({
      value,
      label: t(`ledger.target.${value}`),
    })),
  ];
  return (
    <>
      <TextField
        name="viewer"
        label={t('addGift.viewer')}
        required
        emptyText={{ key: 'error.viewer.nameRequired' }}
        help={t('addGift.viewerHint')}
        maxLength={200}
        autoFocus
        list={suggestionsId}
      />
      <datalist id={suggestionsId}>
        {suggestions(engine.state, typed).map(({ username, name }) => (
          <option key={username} value={`@${username}`} label={name} />
        ))}
      </datalist>
      <Field
        name="gift"
        label={t('addGift.gift')}
        required
        kind="select"
        emptyText={{ key: 'error.gift.required' }}
      >
        <GiftControl />
      </Field>
      <div className={styles.pair}>
        <NumberField
          name="diamonds"
          label={t('addGift.diamonds')}
          required
          validate={check('diamonds')}
          {...limits.diamonds}
        />
        <NumberField
          name="count"
          label={t('addGift.count')}
          required
          validate={check('count')}
          {...limits.count}
        />
        <SelectField
          name="to"
          label={t('addGift.to')}
          kind="select"
          validate={check('to')}
          options={targets}
        />
        <SelectField
          name="round"
          label={t('addGift.round')}
          kind="select"
          options={[{ value: '0', label: t('addGift.noRound') }, ...rounds.map(roundOption).reverse()]}
          // Validate the target again: a side needs a round.
          onChoose={() => void methods.trigger('to')}
        />
      </div>
    </>
  );
}

/** Gift picker that fills in the price of the gift if the show or the catalogue has it. */
function GiftControl() {
  const { engine } = useRingside();
  const { methods } = useGroup();
  const { value, onChange } = useControl();
  return (
    <GiftPicker
      value={readDraft({ gift: value }).gift}
      onChange={(gift) => {
        onChange(gift);
        const price = priceOf(engine.state, gift);
        if (price !== null) methods.setValue('diamonds', price, { shouldValidate: true });
      }}
    />
  );
}
