import { useMemo, useState } from 'react';
import { useRingside } from '#renderer/data/hooks.ts';
import { draftOf, emptyDraft } from '#renderer/data/presets/presetForm.ts';
import { problemOf } from '#renderer/data/ringside.ts';
import type { PresetDraft } from '#shared/contract/backstage.ts';
import type { Problem } from '#shared/contract/error.ts';
import type { Preset } from '#shared/contract/preset.ts';
import { haveOtherRules } from '#shared/game/presetAhead.ts';
import { presetProblems } from '#shared/game/presetRules.ts';
import { currentRound, isOn } from '#shared/game/round/view.ts';
import type { GameState } from '#shared/game/state.ts';

export interface PresetForm {
  draft: PresetDraft;
  /** Changes fields of the draft. A function gets the current draft, for changes that arrive later. */
  change(part: Partial<PresetDraft> | ((now: PresetDraft) => Partial<PresetDraft>)): void;
  /** The problem of a field. An empty required field has none before the first attempt to save. */
  problemAt(path: string): Problem | undefined;
  /** The number of invalid fields; 0 before the first attempt to save. */
  wrong: number;
  /** The paths of the invalid fields. An empty required field is included only after the first attempt to save. */
  wrongPaths: readonly string[];
  /** Why the backstage rejected the preset. */
  refused: Problem | null;
  dirty: boolean;
  saving: boolean;
  /** Saves the draft. Resolves to the stored preset; null if a field is invalid or the backstage rejects the preset. */
  save(): Promise<Preset | null>;
}

/** The state of the preset form. `before` is the stored preset; undefined for a new one. */
export function usePresetDraft(before: Preset | undefined, others: readonly Preset[]): PresetForm {
  const { call } = useRingside();
  const [start] = useState(() => (before === undefined ? emptyDraft() : draftOf(before)));
  // The version that is edited. The backstage rejects the save if another operator has saved the preset meanwhile.
  const [base] = useState(before);
  const [draft, setDraft] = useState(start);
  const [tried, setTried] = useState(false);
  const [saving, setSaving] = useState(false);
  const [refused, setRefused] = useState<Problem | null>(null);
  const problems = useMemo(() => presetProblems(draft, others), [draft, others]);

  const problemAt = (path: string): Problem | undefined => {
    const found = problems.find((each) => each.path === path)?.problem;
    const early = found?.code.endsWith('Required') === true && !tried;
    return early ? undefined : found;
  };
  const save = async (): Promise<Preset | null> => {
    setTried(true);
    setRefused(null);
    if (problems.length > 0) return null;
    setSaving(true);
    try {
      return (await call('presets.save', { preset: draft, base })).preset;
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
    wrongPaths: problems.map(({ path }) => path).filter((path) => problemAt(path) !== undefined),
    refused,
    dirty: JSON.stringify(draft) !== JSON.stringify(start),
    saving,
    save,
  };
}

/**
 * Returns the function to call after a save. It shows a toast, which says so if the new rules wait for the end of the
 * round. An open show without a preset gets the saved one.
 */
export function useAfterSave(): (saved: Preset) => void {
  const { engine, toasts, attempt } = useRingside();
  return (saved) => {
    const key = rulesWait(engine.state, saved) ? 'message.savedRulesWait' : 'message.saved';
    toasts.getState().add({ severity: 'success', summary: { key } });
    if (engine.phase === 'following' && engine.state.preset === null && engine.state.status !== 'ended') {
      void attempt('session.choosePreset', { presetId: saved.id });
    }
  };
}

/** Whether the show uses this preset and a running round delays its new rules. */
function rulesWait(state: GameState, saved: Preset): boolean {
  const round = currentRound(state);
  if (state.preset?.id !== saved.id || round === null || !isOn(round)) return false;
  return haveOtherRules(state.preset, saved);
}
