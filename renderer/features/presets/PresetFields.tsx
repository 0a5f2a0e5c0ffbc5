import './presets.css';
import './drafts.css';
import './gifts.css';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { newAnchor, newGameplay, replaced } from '#renderer/data/presets/presetForm.ts';
import { SelectField, TextField } from '#renderer/kit/form/fields.tsx';
import { useProblemText } from '#renderer/kit/i18n/useText.ts';
import { modes, presetLimits } from '#shared/contract/preset.ts';
import { AnchorFields } from './AnchorFields.tsx';
import { DraftList } from './DraftList.tsx';
import { GameplayFields } from './GameplayFields.tsx';
import { RuleFields } from './RuleFields.tsx';
import { ruleSections } from './ruleSections.ts';
import { ScoreFields } from './ScoreFields.tsx';
import { Section, SubSection } from './Section.tsx';
import type { PresetForm } from './usePresetDraft.ts';

export interface PresetFieldsProps {
  form: PresetForm;
  /** The preset was deleted while it is being edited. */
  gone: boolean;
  /** Focuses the name when the form appears. */
  focusName: boolean;
  onSubmit(): void;
}

/** The form of a preset: name, mode, anchors, gameplay, score and all rules. */
export function PresetFields({ form, gone, focusName, onSubmit }: PresetFieldsProps) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const { draft, change, problemAt } = form;
  const usedBy = useMemo(() => {
    const all = [
      ...draft.anchors.map(({ nickname, gift }) => ({ name: nickname, gift })),
      ...draft.gameplay.map(({ name, gift }) => ({ name, gift })),
    ];
    return new Map(all.flatMap(({ name, gift }) => (gift?.ids ?? []).map((each) => [each, name] as const)));
  }, [draft.anchors, draft.gameplay]);
  return (
    <form
      className="preset"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {(form.refused !== null || gone) && (
        <p className="banner banner--error" role="alert">
          <i className="pi pi-exclamation-triangle" aria-hidden="true" />
          {form.refused === null ? t('presetEditor.gone') : problemText(form.refused)}
        </p>
      )}
      <div className="preset__top">
        <TextField
          required
          autoFocus={focusName}
          label={t('presetEditor.name')}
          value={draft.name}
          maxLength={presetLimits.name}
          problem={problemAt('name')}
          onChange={(name) => change({ name })}
        />
        <SelectField
          label={t('presetEditor.mode')}
          help={t(`presetEditor.modeHelp.${draft.mode}`)}
          value={draft.mode}
          options={modes.map((mode) => ({ value: mode, label: t(`mode.${mode}`) }))}
          onChange={(mode) => change({ mode })}
        />
      </div>
      <Section id="both" title={t('presetEditor.anchorsAndGameplay')}>
        <SubSection id="anchors" title={t('presetEditor.anchors')} hint={t('presetEditor.anchorsHint')}>
          <DraftList
            className="draft--anchor"
            items={draft.anchors}
            nameOf={(anchor) => anchor.nickname}
            make={newAnchor}
            most={presetLimits.items}
            addLabel={t('presetEditor.addAnchor')}
            empty={t('presetEditor.noAnchors')}
            onChange={(anchors) => change({ anchors })}
            render={(anchor, place) => (
              <AnchorFields
                anchor={anchor}
                place={place}
                usedBy={usedBy}
                problemAt={(field) => problemAt(`anchors.${place}.${field}`)}
                onChange={(next) =>
                  change((now) => ({
                    anchors: now.anchors.map((each) => (each.id === anchor.id ? next(each) : each)),
                  }))
                }
              />
            )}
          />
        </SubSection>
        <SubSection id="gameplay" title={t('presetEditor.gameplay')} hint={t('presetEditor.gameplayHint')}>
          <DraftList
            className="draft--gameplay"
            items={draft.gameplay}
            nameOf={(entry) => entry.name}
            make={newGameplay}
            most={presetLimits.items}
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
        </SubSection>
      </Section>
      <Section id="score" title={t('presetEditor.counting')}>
        <ScoreFields draft={draft} problemAt={problemAt} onChange={change} />
      </Section>
      {ruleSections.map((section) => (
        <Section key={section.id} id={section.id} title={t(`presetEditor.section.${section.id}`)}>
          <RuleFields section={section} draft={draft} problemAt={problemAt} onChange={change} />
        </Section>
      ))}
      <button type="submit" className="only-for-readers" tabIndex={-1} aria-hidden="true">
        {t('action.save')}
      </button>
    </form>
  );
}
