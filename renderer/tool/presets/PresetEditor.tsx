import './presets.css';
import { InputText } from 'primereact/inputtext';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { modes } from '#shared/contract/preset.ts';
import { useFormat, usePlain, useRingside } from '../../app/hooks.ts';
import { useProblemText } from '../../i18n/useText.ts';
import { Button } from '../../ui/Button.tsx';
import Confirm from '../../ui/Confirm.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Select } from '../../ui/Select.tsx';
import { AnchorFields } from './AnchorFields.tsx';
import { DraftList } from './DraftList.tsx';
import { Field } from './Field.tsx';
import { GameplayFields } from './GameplayFields.tsx';
import { newAnchor, newGameplay, replaced } from './presetForm.ts';
import { ScoreFields } from './ScoreFields.tsx';
import { usePresetDraft } from './usePresetDraft.ts';

const MOST_ITEMS = 50;

export interface PresetEditorProps {
  /** The preset to change; a new one when absent. */
  presetId?: string;
  onClose(): void;
}

/** Makes or changes a preset: anchors and their gifts, gameplay, and how gifts count. */
export default function PresetEditor({ presetId, onClose }: PresetEditorProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const problemText = useProblemText();
  const { engine, presets, toasts, attempt } = useRingside();
  const id = useId();
  const others = usePlain(presets, (state) => state.presets) ?? [];
  const form = usePresetDraft(
    others.find((preset) => preset.id === presetId),
    others,
  );
  const { draft, change, problemAt } = form;
  const [leaving, setLeaving] = useState(false);
  const usedBy = useMemo(() => {
    const all = [
      ...draft.anchors.map(({ nickname, gift }) => ({ name: nickname, gift })),
      ...draft.gameplay.map(({ name, gift }) => ({ name, gift })),
    ];
    return new Map(all.flatMap(({ name, gift }) => (gift?.ids ?? []).map((each) => [each, name] as const)));
  }, [draft.anchors, draft.gameplay]);

  const save = async () => {
    const saved = await form.save();
    if (saved === null) return;
    toasts.getState().add({ severity: 'success', summary: { key: 'message.saved' } });
    // The first preset of a show that has none is what the show was waiting for.
    if (engine.phase === 'following' && engine.state.preset === null && engine.state.status !== 'ended') {
      void attempt('session.choosePreset', { presetId: saved.id });
    }
    onClose();
  };
  const leave = () => {
    if (form.dirty) setLeaving(true);
    else onClose();
  };
  const gone = presetId !== undefined && others.every((preset) => preset.id !== presetId);
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
      <form
        className="preset"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {(form.refused !== null || gone) && (
          <p className="banner banner--error" role="alert">
            <i className="pi pi-exclamation-triangle" aria-hidden="true" />
            {form.refused === null ? t('presetEditor.gone') : problemText(form.refused)}
          </p>
        )}
        <div className="preset__top">
          <Field label={t('presetEditor.name')} htmlFor={`${id}name`} problem={problemAt('name')}>
            <InputText
              id={`${id}name`}
              value={draft.name}
              maxLength={60}
              autoComplete="off"
              data-pc-autofocus={presetId === undefined}
              invalid={problemAt('name') !== undefined}
              onChange={(event) => change({ name: event.target.value })}
            />
          </Field>
          <Field label={t('presetEditor.mode')} htmlFor={`${id}mode`}>
            <Select
              inputId={`${id}mode`}
              ariaLabel={t('presetEditor.mode')}
              value={draft.mode}
              options={modes.map((mode) => ({ value: mode, label: t(`mode.${mode}`) }))}
              onChange={(mode) => change({ mode })}
            />
          </Field>
        </div>
        <fieldset>
          <legend>{t('presetEditor.anchors')}</legend>
          <p className="muted small">{t('presetEditor.anchorsHint')}</p>
          <DraftList
            className="draft--anchor"
            items={draft.anchors}
            nameOf={(anchor) => anchor.nickname}
            make={newAnchor}
            most={MOST_ITEMS}
            addLabel={t('presetEditor.addAnchor')}
            empty={t('presetEditor.noAnchors')}
            onChange={(anchors) => change({ anchors })}
            render={(anchor, place) => (
              <AnchorFields
                anchor={anchor}
                place={place}
                usedBy={usedBy}
                problemAt={(field) => problemAt(`anchors.${place}.${field}`)}
                onChange={(next) => change({ anchors: replaced(draft.anchors, next) })}
              />
            )}
          />
        </fieldset>
        <fieldset>
          <legend>{t('presetEditor.counting')}</legend>
          <ScoreFields draft={draft} priceProblem={problemAt('giftPrice.max')} onChange={change} />
        </fieldset>
        <fieldset>
          <legend>{t('presetEditor.gameplay')}</legend>
          <DraftList
            className="draft--gameplay"
            items={draft.gameplay}
            nameOf={(entry) => entry.name}
            make={newGameplay}
            most={MOST_ITEMS}
            addLabel={t('presetEditor.addGameplay')}
            empty={t('presetEditor.noGameplay')}
            onChange={(gameplay) => change({ gameplay })}
            render={(entry, place) => (
              <GameplayFields
                entry={entry}
                place={place}
                usedBy={usedBy}
                problemAt={(field) => problemAt(`gameplay.${place}.${field}`)}
                onChange={(next) => change({ gameplay: replaced(draft.gameplay, next) })}
              />
            )}
          />
        </fieldset>
        <button type="submit" className="only-for-readers" tabIndex={-1} aria-hidden="true">
          {t('action.save')}
        </button>
      </form>
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
