import { useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
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
import type { CallArgs } from '#shared/contract/backstage.ts';
import type { Problem } from '#shared/contract/error.ts';
import { type Target, targetSchema } from '#shared/contract/ledger.ts';
import { type GiftChoice, giftChoiceSchema } from '#shared/contract/preset.ts';
import type { GameState } from '#shared/game/state.ts';
import { giftById } from '#shared/gifts/catalogue.ts';
import { giftName } from '#shared/gifts/learned.ts';
import { useAnchors } from '../ledger/moveTargets.ts';
import styles from './AddGift.module.css';

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

/** The values of the form that adds a gift by hand. */
export interface GiftDraft {
  viewer: string;
  gift: GiftChoice | null;
  /** Price of one piece. */
  diamonds: number;
  count: number;
  to: Target;
  /** 0 means no round. */
  round: number;
}

/** Limits of the number of pieces and of the price of one piece (diamonds). */
export const limits = {
  count: { min: 1, max: 100_000 },
  diamonds: { min: 0, max: 1_000_000 },
} as const;

export type DraftProblems = Partial<Record<'viewer' | 'gift' | 'to' | 'count' | 'diamonds', Problem>>;

/** Initial values. The round is the newest one with a gap, because a missed gift most likely belongs to it. */
export function startDraft(state: GameState): GiftDraft {
  const touched = state.rounds.findLast(({ phase, gapCount }) => phase !== 'prepared' && gapCount > 0);
  return { viewer: '', gift: null, diamonds: 1, count: 1, to: 'unallocated', round: touched?.id ?? 0 };
}

/** Price of one piece as received in this show, or else from the catalogue; null for an unknown gift. */
export function priceOf(state: GameState, gift: GiftChoice | null): number | null {
  const [id] = gift?.ids ?? [];
  if (id === undefined) return null;
  return state.gifts.get(id)?.unitDiamonds ?? giftById(id)?.diamonds ?? null;
}

const draftSchema = z.object({
  viewer: z.string().catch(''),
  gift: giftChoiceSchema.nullable().catch(null),
  // The value of an empty number field is ''.
  diamonds: z.number().catch(Number.NaN),
  count: z.number().catch(Number.NaN),
  to: targetSchema.catch('unallocated'),
  round: z.coerce.number().catch(0),
});

/** Parses the values of the form. A value that cannot be parsed counts as empty. */
export function readDraft(values: unknown): GiftDraft {
  return draftSchema.parse(values);
}

/** The problems of the form's values by field; empty if the gift can be added. */
export function draftProblems(draft: GiftDraft): DraftProblems {
  const problems: DraftProblems = {};
  if (draft.viewer.trim() === '') problems.viewer = { code: 'viewer.nameRequired' };
  if (draft.gift === null) problems.gift = { code: 'gift.required' };
  if (draft.round === 0 && (draft.to === 'attacker' || draft.to === 'defender'))
    problems.to = { code: 'round.noSides' };
  for (const field of ['count', 'diamonds'] as const) {
    const { min, max } = limits[field];
    if (!Number.isInteger(draft[field])) problems[field] = { code: 'number.whole' };
    else if (draft[field] < min) problems[field] = { code: 'number.least', params: { limit: min } };
    else if (draft[field] > max) problems[field] = { code: 'number.most', params: { limit: max } };
  }
  return problems;
}

/** Arguments of the call that adds the gift; null if a value is missing. `nameOf` returns a gift's displayed name. */
export function addArgs(
  state: GameState,
  draft: GiftDraft,
  nameOf: (giftId: number) => string,
): CallArgs<'gift.add'> | null {
  const [giftId] = draft.gift?.ids ?? [];
  const typed = draft.viewer.trim();
  if (giftId === undefined || typed === '') return null;
  const { diamonds, count, to, round } = draft;
  const known = findViewer(state, typed);
  const who = known === null ? { viewerName: typed.replace(/^@/, '') || typed } : known;
  return { ...who, giftId, giftName: nameOf(giftId), diamonds, count, to, round };
}

/** Finds a viewer of this show by @username or by name. Null if there is no match or more than one. */
function findViewer(state: GameState, typed: string): { viewerId: string; viewerName: string } | null {
  const username = typed.startsWith('@') ? typed.slice(1).toLowerCase() : null;
  const found: { viewerId: string; viewerName: string }[] = [];
  for (const { id, name, username: own } of state.viewers.values()) {
    if (username === null ? name !== typed : own.toLowerCase() !== username) continue;
    found.push({ viewerId: id, viewerName: name || typed });
  }
  const [only] = found;
  return found.length === 1 && only !== undefined ? only : null;
}

const MAX_SUGGESTIONS = 20;

/** Viewers whose name or username contains the typed text, for the suggestions below the field. */
export function suggestions(state: GameState, typed: string): { username: string; name: string }[] {
  const part = typed.trim().replace(/^@/, '').toLowerCase();
  const found: { username: string; name: string }[] = [];
  if (part === '') return found;
  for (const { name, username } of state.viewers.values()) {
    if (username === '') continue;
    if (!name.toLowerCase().includes(part) && !username.toLowerCase().includes(part)) continue;
    found.push({ username, name });
    if (found.length === MAX_SUGGESTIONS) break;
  }
  return found;
}
