import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside, useVanillaStore } from '#renderer/data/hooks.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import Confirm, { Modal } from '#renderer/kit/ui/Modal.tsx';
import { PresetFields } from './PresetFields.tsx';
import { useAfterSave, usePresetDraft } from './usePresetDraft.ts';

export interface PresetEditorProps {
  /** The preset to change; a new one when absent. */
  presetId?: string;
  onClose(): void;
}

/** Creates or edits a preset in a dialog above the show. */
export default function PresetEditor({ presetId, onClose }: PresetEditorProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { presets } = useRingside();
  const others = useVanillaStore(presets, (state) => state.presets) ?? [];
  const form = usePresetDraft(
    others.find((preset) => preset.id === presetId),
    others,
  );
  const afterSave = useAfterSave();
  const [leaving, setLeaving] = useState(false);

  const save = async () => {
    const saved = await form.save();
    if (saved === null) return;
    afterSave(saved);
    onClose();
  };
  const leave = () => {
    if (form.dirty) setLeaving(true);
    else onClose();
  };
  return (
    <Modal
      title={t(presetId === undefined ? 'presetEditor.make' : 'presetEditor.edit')}
      onClose={leave}
      wide
      footer={
        <>
          {form.wrong > 0 && (
            <span className="field__problem spread" role="alert">
              {t('presetEditor.fix', { shown: number(form.wrong) })}
            </span>
          )}
          <Button label={t('action.cancel')} look="outlined" onClick={leave} />
          <Button label={t('action.save')} icon="check" busy={form.saving} onClick={() => void save()} />
        </>
      }
    >
      <PresetFields
        form={form}
        others={others}
        gone={presetId !== undefined && others.every((preset) => preset.id !== presetId)}
        focusName={presetId === undefined}
        onSubmit={() => void save()}
      />
      {leaving && (
        <Confirm
          title={t('presetEditor.discardAsk.title')}
          text={t('presetEditor.discardAsk.text')}
          confirmLabel={t('action.discard')}
          danger
          onConfirm={onClose}
          onCancel={() => setLeaving(false)}
        />
      )}
    </Modal>
  );
}
