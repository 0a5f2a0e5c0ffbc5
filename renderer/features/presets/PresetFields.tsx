import { type ReactNode, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newGameplay, replaced } from '#renderer/data/presets/presetForm.ts';
import {
  fitScale,
  PageFrame,
  plainOptions,
  sampleAddress,
  useOverlayPage,
} from '#renderer/features/overlays/index.ts';
import { SoundFields } from '#renderer/features/sound/index.ts';
import { SelectField, TextField } from '#renderer/kit/form/fields.tsx';
import { sentences } from '#renderer/kit/i18n/sentences.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { useProblemText } from '#renderer/kit/i18n/useText.ts';
import { modes, type Preset, presetLimits } from '#shared/contract/preset.ts';
import type { EffectSettings } from '#shared/contract/rules.ts';
import { ANCHOR_NAMES, AnchorRows } from './AnchorRows.tsx';
import { DraftList } from './DraftList.tsx';
import { GameplayFields } from './GameplayFields.tsx';
import styles from './PresetFields.module.css';
import { RuleFields, shownFields, useRuleSummary } from './RuleFields.tsx';
import { type RuleSection, ruleSections } from './ruleSections.ts';
import { ScoreFields, useScoreSummary } from './ScoreFields.tsx';
import type { PresetForm } from './usePresetDraft.ts';

export interface PresetFieldsProps {
  form: PresetForm;
  /** The preset was deleted while it is being edited. */
  gone: boolean;
  /** The stored presets, to offer their anchors again. */
  others: readonly Preset[];
  /** Focuses the name when the form appears. */
  focusName: boolean;
  onSubmit(): void;
}

type SectionId = 'gameplay' | 'score' | 'sound' | RuleSection['id'];

/** The section that contains a field, by the field's path; null for the fields that are always open. */
function sectionOf(path: string): SectionId | null {
  const [group = '', name = ''] = path.split('.');
  if (group === 'gameplay' || group === 'sound') return group;
  if (group === 'score' || group === 'giftPrice') return 'score';
  const own = ruleSections.find(({ fields }) =>
    fields.some((field) => field.group === group && field.name === name),
  );
  return own?.id ?? null;
}

/** The form of a preset: name, mode, anchors, gameplay, score and all rules. */
export function PresetFields({ form, gone, others, focusName, onSubmit }: PresetFieldsProps) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const { draft, change, problemAt } = form;
  const summaryOf = useRuleSummary();
  const scoreSummary = useScoreSummary();
  const [toggled, setToggled] = useState<ReadonlyMap<SectionId, boolean>>(new Map());
  const wrong = new Set(form.wrongPaths.map(sectionOf));
  const fold = (id: SectionId) => {
    const first = id === 'gameplay' && (draft.mode === 'sticker' || draft.gameplay.length > 0);
    const open = wrong.has(id) || (toggled.get(id) ?? first);
    return { open, onToggle: () => setToggled(new Map(toggled).set(id, !open)) };
  };
  const usedBy = useMemo(() => {
    const all = [
      ...draft.anchors.map(({ nickname, gift }) => ({ name: nickname, gift })),
      ...draft.gameplay.map(({ name, gift }) => ({ name, gift })),
    ];
    return new Map(all.flatMap(({ name, gift }) => (gift?.ids ?? []).map((each) => [each, name] as const)));
  }, [draft.anchors, draft.gameplay]);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
        const { target, currentTarget } = event;
        if (event.ctrlKey || event.metaKey) onSubmit();
        else if (target instanceof HTMLElement && target.closest('[data-field="presetName"]') !== null) {
          currentTarget.querySelector<HTMLElement>(ANCHOR_NAMES)?.focus();
        } else return;
        event.preventDefault();
      }}
    >
      {(form.refused !== null || gone) && (
        <p className="banner banner--error" role="alert">
          <i className="pi pi-exclamation-triangle" aria-hidden="true" />
          {form.refused === null ? t('presetEditor.gone') : problemText(form.refused)}
        </p>
      )}
      <div className={styles.top}>
        <TextField
          required
          mark="presetName"
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
      <Section
        title={t('presetEditor.anchorsAndGameplay')}
        hint={
          draft.mode === 'freestyle'
            ? sentences(t('presetEditor.anchorsHint'), t('presetEditor.anchorsTurnHint'))
            : t('presetEditor.anchorsHint')
        }
      >
        <AnchorRows form={form} others={others} usedBy={usedBy} />
        <FoldedSection
          {...fold('gameplay')}
          as="h4"
          title={t('presetEditor.gameplay')}
          hint={t('presetEditor.gameplayHint')}
          summary={draft.gameplay.map(({ name }) => name).join(' · ') || t('presetEditor.none')}
        >
          <DraftList
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
        </FoldedSection>
      </Section>
      {ruleSections.map((section) => {
        const fields = shownFields(section, draft, problemAt);
        if (fields.length === 0) return null;
        return (
          <FoldedSection
            key={section.id}
            {...fold(section.id)}
            title={t(`presetEditor.section.${section.id}`)}
            summary={summaryOf(fields, draft)}
          >
            {section.id === 'effects' ? (
              <div className={styles.withPreview}>
                <RuleFields section={section} draft={draft} problemAt={problemAt} onChange={change} />
                <EffectPreview effects={draft.effects} />
              </div>
            ) : (
              <RuleFields section={section} draft={draft} problemAt={problemAt} onChange={change} />
            )}
          </FoldedSection>
        );
      })}
      <FoldedSection {...fold('score')} title={t('presetEditor.counting')} summary={scoreSummary(draft)}>
        <ScoreFields draft={draft} problemAt={problemAt} onChange={change} />
      </FoldedSection>
      <FoldedSection
        {...fold('sound')}
        title={t('sound.title')}
        summary={t(draft.sound.on ? 'presetEditor.on' : 'presetEditor.off')}
      >
        <SoundFields
          value={draft.sound}
          help={t('sound.presetHelp')}
          problemAt={(name) => problemAt(`sound.${name}`)}
          onChange={(sound) => change({ sound })}
        />
      </FoldedSection>
    </form>
  );
}

/** Space of the preview (px): the upright page of the overlay, beside the rules. */
const SPACE = { width: 190, height: 338 };
const PAGE = { width: 1080, height: 1920 };

/** The effects of a preset as viewers see them, with a sample show that runs through all levels. */
export function EffectPreview({ effects }: { effects: EffectSettings }) {
  const { t } = useTranslation();
  const { language } = useFormat();
  const page = useOverlayPage();
  if (page === null || !effects.enabled) return null;
  const { style, scene, lineColor } = effects;
  const options = plainOptions('effects', language);
  if (options.kind !== 'effects') return null;
  return (
    <PageFrame
      address={sampleAddress(page, { ...options, style, scene, lines: lineColor })}
      title={t('presetEditor.effectPreview')}
      size={PAGE}
      scale={fitScale(PAGE, SPACE)}
      backdrop="video"
    />
  );
}

interface SectionProps {
  title: string;
  hint?: string;
  children: ReactNode;
}

/** A titled part of the preset form that is always open. */
function Section({ title, hint, children }: SectionProps) {
  const titleId = useId();
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <h3 className={styles.title} id={titleId}>
        {title}
      </h3>
      {hint !== undefined && <p className="muted small">{hint}</p>}
      {children}
    </section>
  );
}

interface FoldedSectionProps extends SectionProps {
  /** What the section contains, shown in its heading. */
  summary: string;
  /** The level of the heading; h3 by default. */
  as?: 'h3' | 'h4';
  open: boolean;
  onToggle(): void;
}

/** A part of the preset form that opens with its heading. Its fields exist only while it is open. */
function FoldedSection(props: FoldedSectionProps) {
  const { title, hint, summary, as: Heading = 'h3', open, onToggle, children } = props;
  const id = useId();
  return (
    <section className={`${styles.section} ${styles.folded}`} aria-labelledby={`${id}-title`}>
      <Heading className={styles.title}>
        <button
          type="button"
          className={styles.fold}
          aria-expanded={open}
          aria-controls={open ? `${id}-body` : undefined}
          aria-describedby={`${id}-about`}
          onClick={onToggle}
        >
          <i className={`pi pi-chevron-${open ? 'down' : 'right'}`} aria-hidden="true" />
          <span id={`${id}-title`}>{title}</span>
        </button>
        <span id={`${id}-about`} className={`${styles.foldAbout} muted small clip`} title={summary}>
          {summary}
        </span>
      </Heading>
      {open && (
        <div id={`${id}-body`} className={styles.foldBody}>
          {hint !== undefined && <p className="muted small">{hint}</p>}
          {children}
        </div>
      )}
    </section>
  );
}
