import { useMemo, useState } from 'react';
import { useRingside } from '#renderer/data/hooks.ts';
import { draftOf, emptyDraft } from '#renderer/data/presets/presetForm.ts';
import { problemOf } from '#renderer/data/ringside.ts';
import type { PresetDraft } from '#shared/contract/backstage.ts';
import type { Problem } from '#shared/contract/error.ts';
import type { Preset } from '#shared/contract/preset.ts';
import { presetProblems } from '#shared/game/presetRules.ts';

export interface PresetForm {
  draft: PresetDraft;
  /** Changes a part of the draft, or what it is by then. */
  change(part: Partial<PresetDraft> | ((now: PresetDraft) => Partial<PresetDraft>)): void;
  /** What is wrong with a field, told once saving was tried or the field was filled in. */
  problemAt(path: string): Problem | undefined;
  /** How many fields are to be mended, 0 before the first try to save. */
  wrong: number;
  /** What the backstage had to say against it. */
  refused: Problem | null;
  dirty: boolean;
  saving: boolean;
  /** Saves and answers the stored preset, or null when something is wrong. */
  save(): Promise<Preset | null>;
}

/** The state of the preset form. `before` is the preset as stored, undefined for a new one. */
export function usePresetDraft(before: Preset | undefined, others: readonly Preset[]): PresetForm {
  const { call } = useRingside();
  const [start] = useState(() => (before === undefined ? emptyDraft() : draftOf(before)));
  // As it was when editing began: what another operator saves meanwhile is not overwritten.
  const [base] = useState(before);
  const [draft, setDraft] = useState(start);
  const [tried, setTried] = useState(false);
  const [saving, setSaving] = useState(false);
  const [refused, setRefused] = useState<Problem | null>(null);
  const problems = useMemo(() => presetProblems(draft, others), [draft, others]);

  const problemAt = (path: string): Problem | undefined => {
    const found = problems.find((each) => each.path === path)?.problem;
    // A field that is only empty yet is no mistake before saving was tried.
    const early = found?.code.endsWith('Required') === true && !tried;
    return early ? undefined : found;
  };
  const save = async (): Promise<Preset | null> => {
    setTried(true);
    setRefused(null);
    if (problems.length > 0) return null;
    setSaving(true);
    try {
      return (await call('presets.save', { preset: draft, ...(base === undefined ? {} : { base }) })).preset;
    } catch (error) {
      setRefused(problemOf(error));
      return null;
    } finally {
      setSaving(false);
    }
  };
  return {
    draft,
    change: (part) => setDraft((now) => ({ ...now, ...(typeof part === 'function' ? part(now) : part) })),
    problemAt,
    wrong: tried ? problems.length : 0,
    refused,
    dirty: JSON.stringify(draft) !== JSON.stringify(start),
    saving,
    save,
  };
}
