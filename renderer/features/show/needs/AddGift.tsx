import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside } from '#renderer/data/hooks.ts';
import { problemOf } from '#renderer/data/ringside.ts';
import { useLearned } from '#renderer/features/presets/index.ts';
import { FormGroup } from '#renderer/kit/form/FormGroup.tsx';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { useProblemText } from '#renderer/kit/i18n/useText.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Modal } from '#renderer/kit/ui/Modal.tsx';
import type { Problem } from '#shared/contract/error.ts';
import { giftName } from '#shared/gifts/names.ts';
import { AddGiftFields } from './AddGiftFields.tsx';
import { addArgs, type GiftDraft, readDraft, startDraft } from './addGiftForm.ts';

/** A gift that was never received, added by the host's word: who, what, how many, for whom, in which round. */
export default function AddGift({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const { language, number } = useFormat();
  const { engine, call, toasts } = useRingside();
  const problemText = useProblemText();
  const learned = useLearned();
  const [begin] = useState(() => startDraft(engine.state));
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Problem | null>(null);
  const add = async (values: GiftDraft) => {
    const draft = readDraft(values);
    const args = addArgs(engine.state, draft, (giftId) => giftName(giftId, '', language, learned));
    if (args === null) return;
    setBusy(true);
    setRefused(null);
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
  return (
    <Modal title={t('addGift.title')} onClose={onClose}>
      <FormGroup name="add-gift" className="add-gift" values={begin} onSubmit={add}>
        <AddGiftFields />
        <p className="muted small">{t('addGift.hint')}</p>
        <div className="row row--end">
          {refused !== null && (
            <span className="field__problem spread" role="alert">
              {problemText(refused)}
            </span>
          )}
          <Button label={t('action.cancel')} look="outlined" onClick={onClose} />
          <Button type="submit" label={t('addGift.add')} icon="plus" busy={busy} />
        </div>
      </FormGroup>
    </Modal>
  );
}
