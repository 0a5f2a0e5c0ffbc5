import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside, useShow, useShowPhase, useVanillaStore } from '#renderer/data/hooks.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { useTitle } from '#renderer/kit/i18n/useText.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { RenameDialog } from '#renderer/kit/ui/Modal.tsx';
import { Panel } from '#renderer/kit/ui/Panel.tsx';
import { EmptyState } from '#renderer/kit/ui/placeholders.tsx';
import { type Preset, presetSchema } from '#shared/contract/preset.ts';
import styles from './LivePage.module.css';
import { PresetFields } from './PresetFields.tsx';
import { PresetList } from './PresetList.tsx';
import { usePresetActions } from './usePresetActions.ts';
import { useAfterSave, usePresetDraft } from './usePresetDraft.ts';

const none: readonly Preset[] = [];

/** The open form. Another `turn` resets it. */
interface Open {
  /** The preset at the time when the form was opened; null for a new one. */
  preset: Preset | null;
  turn: number;
}

/** The Group Live Setting tab: the list of presets and the form of the chosen one. */
export default function LivePage() {
  useTitle('tab.live');
  const { t } = useTranslation();
  const ringside = useRingside();
  const presets = useVanillaStore(ringside.presets, (state) => state.presets) ?? none;
  const actions = usePresetActions(presets);
  const [open, setOpen] = useState<Open | null>(null);
  const [renaming, setRenaming] = useState<Preset | null>(null);
  const dirty = useRef(false);
  const onDirty = useCallback((is: boolean) => {
    dirty.current = is;
  }, []);

  /** Opens another form, or closes it (undefined). Asks first if the form has unsaved changes. */
  const go = async (preset: Preset | null | undefined) => {
    const leaves =
      !dirty.current ||
      (await ringside.asks.getState().ask({
        title: { key: 'presetEditor.discardAsk.title' },
        text: { key: 'presetEditor.discardAsk.text' },
        confirm: { key: 'action.discard' },
        danger: true,
      }));
    if (!leaves) return;
    dirty.current = false;
    setOpen(preset === undefined ? null : { preset, turn: (open?.turn ?? 0) + 1 });
  };
  const goTo = (made: Preset | null) => (made === null ? undefined : go(made));
  const shown = open?.preset ?? null;
  const gone = shown !== null && presets.every(({ id }) => id !== shown.id);
  return (
    <div className={styles.live}>
      <PresetList
        presets={presets}
        chosen={open === null ? null : shown?.id}
        actions={actions}
        onChoose={(id) => void go(presets.find((preset) => preset.id === id))}
        onMake={() => void go(null)}
        onCopy={(preset) => void actions.copy(preset).then(goTo)}
        onRename={setRenaming}
        onImport={(file) => void actions.importFile(file).then(goTo)}
      />
      {open === null ? (
        <div className={styles.nothing}>
          <EmptyState
            icon="sliders-h"
            title={t(presets.length === 0 ? 'preset.make' : 'live.choose.title')}
            text={t('live.choose.text')}
          />
        </div>
      ) : (
        <PresetPane
          key={open.turn}
          preset={shown}
          others={presets}
          gone={gone}
          onDirty={onDirty}
          onSaved={(preset) => setOpen({ preset, turn: open.turn + 1 })}
          onDiscard={() => void go(shown === null ? undefined : presets.find(({ id }) => id === shown.id))}
        />
      )}
      {renaming !== null && (
        <RenameDialog
          title={t('live.renameTitle')}
          label={t('presetEditor.name')}
          emptyText={{ key: 'error.preset.nameRequired' }}
          schema={presetSchema.shape.name}
          name={renaming.name}
          onRename={(name) => actions.rename(renaming, name)}
          onClose={() => setRenaming(null)}
        />
      )}
    </div>
  );
}

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
