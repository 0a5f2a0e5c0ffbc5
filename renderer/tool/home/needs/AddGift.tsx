import { InputText } from 'primereact/inputtext';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#shared/contract/error.ts';
import type { Target } from '#shared/contract/ledger.ts';
import { giftName } from '#shared/gifts/names.ts';
import { useFormat, useRingside, useShow } from '../../../app/hooks.ts';
import { problemOf } from '../../../app/ringside.ts';
import { useProblemText } from '../../../i18n/useText.ts';
import { Button } from '../../../ui/Button.tsx';
import { Modal } from '../../../ui/Modal.tsx';
import { Select } from '../../../ui/Select.tsx';
import { Field } from '../../presets/Field.tsx';
import { GiftPicker } from '../../presets/GiftPicker.tsx';
import { NumberField } from '../../presets/NumberField.tsx';
import { useLearned } from '../../presets/useLearned.ts';
import { useAnchors } from '../ledger/useTargetName.ts';
import { addArgs, draftProblems, priceOf, startDraft, suggestions } from './addGiftForm.ts';

/** A gift that was never received, added by the host's word: who, what, how many, for whom, in which round. */
export default function AddGift({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const { language, number } = useFormat();
  const { engine, call, toasts } = useRingside();
  const problemText = useProblemText();
  const anchors = useAnchors();
  const learned = useLearned();
  const id = useId();
  const rounds = useShow((state) =>
    state.rounds
      .filter(({ phase }) => phase !== 'prepared')
      .map((round) => `${round.id}:${round.number}:${round.kind}`),
  );
  const [draft, setDraft] = useState(() => startDraft(engine.state));
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Problem | null>(null);
  const known = useMemo(() => suggestions(engine.state, draft.viewer), [engine, draft.viewer]);
  const problems = draftProblems(draft);
  const problemAt = (field: keyof typeof problems): Problem | undefined => {
    // What is only missing yet is told once adding was tried; a number that cannot be is told at once.
    const early = field === 'count' || field === 'diamonds';
    return tried || early ? problems[field] : undefined;
  };
  const change = (part: Partial<typeof draft>) => setDraft((now) => ({ ...now, ...part }));
  const add = async () => {
    setTried(true);
    setRefused(null);
    const args = addArgs(engine.state, draft, (giftId) => giftName(giftId, '', language, learned));
    if (args === null || Object.keys(problems).length > 0) return;
    setBusy(true);
    try {
      await call('gift.add', args);
      const params = { gift: args.giftName, shown: number(args.count), viewer: args.viewerName };
      toasts.getState().add({ severity: 'success', summary: { key: 'addGift.added', params } });
      onClose();
    } catch (error) {
      setRefused(problemOf(error));
      setBusy(false);
    }
  };
  const targets: { value: Target; label: string }[] = [
    ...anchors.map((anchor) => ({ value: `anchor:${anchor.id}` as const, label: anchor.nickname })),
    ...(['attacker', 'defender', 'unallocated'] as const).map((value) => ({
      value,
      label: t(`ledger.target.${value}`),
    })),
  ];
  return (
    <Modal
      title={t('addGift.title')}
      onClose={onClose}
      footer={
        <>
          {refused !== null && (
            <span className="field__problem spread" role="alert">
              {problemText(refused)}
            </span>
          )}
          <Button label={t('action.cancel')} look="outlined" onClick={onClose} />
          <Button label={t('addGift.add')} icon="plus" busy={busy} onClick={() => void add()} />
        </>
      }
    >
      <form
        className="add-gift"
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <Field
          label={t('addGift.viewer')}
          htmlFor={`${id}who`}
          hint={t('addGift.viewerHint')}
          problem={problemAt('viewer')}
        >
          <InputText
            id={`${id}who`}
            data-pc-autofocus
            value={draft.viewer}
            maxLength={200}
            autoComplete="off"
            list={`${id}known`}
            invalid={problemAt('viewer') !== undefined}
            onChange={(event) => change({ viewer: event.target.value })}
          />
          <datalist id={`${id}known`}>
            {known.map(({ username, name }) => (
              <option key={username} value={`@${username}`} label={name} />
            ))}
          </datalist>
        </Field>
        <Field label={t('addGift.gift')} problem={problemAt('gift')}>
          <GiftPicker
            label={t('addGift.gift')}
            value={draft.gift}
            invalid={problemAt('gift') !== undefined}
            onChange={(gift) => change({ gift, diamonds: priceOf(engine.state, gift) ?? draft.diamonds })}
          />
        </Field>
        <div className="add-gift__pair">
          <Field label={t('addGift.diamonds')} htmlFor={`${id}cost`} problem={problemAt('diamonds')}>
            <NumberField
              id={`${id}cost`}
              value={draft.diamonds}
              invalid={problems.diamonds !== undefined}
              onChange={(diamonds) => change({ diamonds: diamonds ?? 0 })}
            />
          </Field>
          <Field label={t('addGift.count')} htmlFor={`${id}count`} problem={problemAt('count')}>
            <NumberField
              id={`${id}count`}
              value={draft.count}
              invalid={problems.count !== undefined}
              onChange={(count) => change({ count: count ?? 1 })}
            />
          </Field>
        </div>
        <div className="add-gift__pair">
          <Field label={t('addGift.to')} htmlFor={`${id}to`} problem={problemAt('to')}>
            <Select
              inputId={`${id}to`}
              ariaLabel={t('addGift.to')}
              value={draft.to}
              options={targets}
              onChange={(to) => change({ to })}
            />
          </Field>
          <Field label={t('addGift.round')} htmlFor={`${id}round`}>
            <Select
              inputId={`${id}round`}
              ariaLabel={t('addGift.round')}
              value={String(draft.round)}
              options={[{ value: '0', label: t('addGift.noRound') }, ...rounds.map(roundOption).reverse()]}
              onChange={(round) => change({ round: Number(round) })}
            />
          </Field>
        </div>
        <p className="muted small">{t('addGift.hint')}</p>
      </form>
    </Modal>
  );

  function roundOption(stored: string): { value: string; label: string } {
    const [value = '', round = '', kind] = stored.split(':');
    const label = t(kind === 'resurrection' ? 'addGift.resurrection' : 'stage.round', { number: round });
    return { value, label };
  }
}
