import { useId } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useRingside, useShow } from '#renderer/data/hooks.ts';
import { GiftPicker } from '#renderer/features/presets/index.ts';
import { NumberControl } from '#renderer/kit/form/choices.tsx';
import { SelectControl, TextControl } from '#renderer/kit/form/controls.tsx';
import { FormField } from '#renderer/kit/form/FormField.tsx';
import { useGroup, useWrapper } from '#renderer/kit/form/formContext.ts';
import { useProblemText } from '#renderer/kit/i18n/useText.ts';
import { useAnchors } from '../ledger/useTargetName.ts';
import { type DraftProblems, draftProblems, limits, priceOf, readDraft, suggestions } from './addGiftForm.ts';

export function AddGiftFields() {
  const { t } = useTranslation();
  const { methods } = useGroup();
  const { engine } = useRingside();
  const problemText = useProblemText();
  const anchors = useAnchors();
  const known = useId();
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
      <FormField
        name="viewer"
        label={t('addGift.viewer')}
        required
        emptyText={{ key: 'error.viewer.nameRequired' }}
        help={t('addGift.viewerHint')}
      >
        <TextControl maxLength={200} autoFocus list={known} />
      </FormField>
      <datalist id={known}>
        {suggestions(engine.state, typed).map(({ username, name }) => (
          <option key={username} value={`@${username}`} label={name} />
        ))}
      </datalist>
      <FormField
        name="gift"
        label={t('addGift.gift')}
        required
        kind="select"
        emptyText={{ key: 'error.gift.required' }}
      >
        <GiftControl />
      </FormField>
      <div className="add-gift__pair">
        <FormField name="diamonds" label={t('addGift.diamonds')} required validate={check('diamonds')}>
          <NumberControl {...limits.diamonds} />
        </FormField>
        <FormField name="count" label={t('addGift.count')} required validate={check('count')}>
          <NumberControl {...limits.count} />
        </FormField>
        <FormField name="to" label={t('addGift.to')} kind="select" validate={check('to')}>
          <SelectControl options={targets} />
        </FormField>
        <FormField name="round" label={t('addGift.round')} kind="select">
          <SelectControl
            options={[{ value: '0', label: t('addGift.noRound') }, ...rounds.map(roundOption).reverse()]}
            // A side needs a round: whether it has one is said anew.
            onChoose={() => void methods.trigger('to')}
          />
        </FormField>
      </div>
    </>
  );
}

/** A gift that is chosen brings its price along, where the show or the catalogue knows it. */
function GiftControl() {
  const { engine } = useRingside();
  const { methods } = useGroup();
  const { id, field, label, invalid, describedBy } = useWrapper();
  return (
    <GiftPicker
      id={id}
      label={label}
      value={readDraft({ gift: field.value }).gift}
      invalid={invalid}
      describedBy={describedBy}
      onChange={(gift) => {
        field.onChange(gift);
        const price = priceOf(engine.state, gift);
        if (price !== null) methods.setValue('diamonds', price, { shouldValidate: true });
      }}
    />
  );
}
