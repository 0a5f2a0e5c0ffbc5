import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside, useShow, useShowPhase } from '#renderer/data/hooks.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Panel } from '#renderer/kit/ui/Panel.tsx';
import type { Preset } from '#shared/contract/preset.ts';
import { PresetFields } from './PresetFields.tsx';
import { useAfterSave, usePresetDraft } from './usePresetDraft.ts';

export interface PresetPaneProps {
  /** Null for a new preset. */
  preset: Preset | null;
  others: readonly Preset[];
  /** The preset was deleted while it is being edited. */
  gone: boolean;
  onDirty(dirty: boolean): void;
  onSaved(preset: Preset): void;
  onDiscard(): void;
}

/** The form of one preset beside the list, with its buttons in the heading. */
export function PresetPane({ preset, others, gone, onDirty, onSaved, onDiscard }: PresetPaneProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { attempt } = useRingside();
  const { phase } = useShowPhase();
  const form = usePresetDraft(preset ?? undefined, others);
  const afterSave = useAfterSave();
  const free = useShow((state) => state.status !== 'ended' && state.preset?.id !== preset?.id);
  const { dirty } = form;
  useEffect(() => onDirty(dirty), [dirty, onDirty]);
  const save = async () => {
    const saved = await form.save();
    if (saved === null) return;
    afterSave(saved);
    onSaved(saved);
  };
  return (
    <Panel
      title={preset === null ? t('presetEditor.make') : preset.name}
      body="padded"
      actions={
        <>
          {form.wrong > 0 && (
            <span className="field__problem" role="alert">
              {t('presetEditor.fix', { shown: number(form.wrong) })}
            </span>
          )}
          {preset !== null && !dirty && free && phase === 'following' && (
            <Button
              small
              look="outlined"
              icon="play-circle"
              label={t('live.use')}
              onClick={() => void attempt('session.choosePreset', { presetId: preset.id })}
            />
          )}
          {(dirty || preset === null) && (
            <Button small look="outlined" label={t('action.discard')} onClick={onDiscard} />
          )}
          <Button
            small
            icon="check"
            label={t('action.save')}
            busy={form.saving}
            disabled={!dirty && !gone}
            onClick={() => void save()}
          />
        </>
      }
    >
      <PresetFields
        form={form}
        others={others}
        gone={gone}
        focusName={preset === null}
        onSubmit={() => void save()}
      />
    </Panel>
  );
}
