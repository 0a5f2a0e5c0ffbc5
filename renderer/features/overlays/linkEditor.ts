import { createStore, type StoreApi } from 'zustand/vanilla';
import type { OverlayLinkView } from '#shared/contract/calls/overlay.ts';
import type { Problem } from '#shared/contract/error.ts';
import {
  rankingPageSchema,
  type WidgetBackground,
  type WidgetOptions,
  widgetOptionsSchema,
} from '#shared/contract/overlay/widget.ts';
import { cssProblem } from '#shared/overlay/customCss.ts';

/** The delay between a change and its saving. Later changes restart it. */
const SAVE_DELAY_MS = 250;
/** Changes with shorter pauses are undone in one step. */
const ONE_STEP_MS = 900;
const MAX_STEPS = 100;

interface LinkEditorState {
  options: WidgetOptions;
  /** No change is waiting to be saved. */
  saved: boolean;
  /** A field of the form is invalid; `options` are the last valid ones. */
  wrong: boolean;
  canUndo: boolean;
  canRedo: boolean;
  /** Counts the changes of the options that did not come from the form. */
  replaced: number;
}

interface LinkEditorParts {
  link: OverlayLinkView;
  /** Saves the options; rejects if the widget has changed since `changedAt`. */
  save(args: Pick<OverlayLinkView, 'id' | 'name' | 'options' | 'changedAt'>): Promise<OverlayLinkView>;
  /** Called when saving fails. The editor then takes over the stored options, unless the connection was lost. */
  refused(problem: Problem): void;
  problemOf(error: unknown): Problem;
  now(): number;
  after(ms: number, task: () => void): () => void;
}

/** Edits the options of one widget: saves each change, with undo and redo. */
export class LinkEditor {
  readonly store: StoreApi<LinkEditorState>;
  readonly #parts: LinkEditorParts;
  /** The widget as the backstage sent it last. */
  #stored: OverlayLinkView;
  #past: WidgetOptions[] = [];
  #future: WidgetOptions[] = [];
  #steppedAt = Number.NEGATIVE_INFINITY;
  #cancelTimer: (() => void) | null = null;
  #saving: Promise<Problem | null> | null = null;
  /** An update that arrived during a save. Only the answer tells whether it is this editor's own change. */
  #held: OverlayLinkView | null = null;

  constructor(parts: LinkEditorParts) {
    this.#parts = parts;
    this.#stored = parts.link;
    this.store = createStore(() => ({
      options: parts.link.options,
      saved: true,
      wrong: false,
      canUndo: false,
      canRedo: false,
      replaced: 0,
    }));
  }

  /**
   * Takes over the form's options; null while a field is invalid, which saves the last valid options at once. With
   * `isStep`, the change is undone by itself however soon others follow.
   */
  change(options: WidgetOptions | null, isStep = false): void {
    this.store.setState({ wrong: options === null });
    if (options === null) {
      this.flush();
      return;
    }
    const before = this.store.getState().options;
    if (sameOptions(before, options)) return;
    const now = this.#parts.now();
    if (isStep || now - this.#steppedAt > ONE_STEP_MS) this.#past = [...this.#past, before].slice(-MAX_STEPS);
    this.#steppedAt = isStep ? Number.NEGATIVE_INFINITY : now;
    this.#future = [];
    this.#show(options, false);
    this.#saveSoon();
  }

  undo(): void {
    this.#step(this.#past, this.#future);
  }

  redo(): void {
    this.#step(this.#future, this.#past);
  }

  /** Takes an update from the backstage, sent after each change by any operator. */
  take(link: OverlayLinkView): void {
    const { saved } = this.store.getState();
    if (this.#saving !== null || (!saved && link.changedAt !== this.#stored.changedAt)) {
      this.#held = link;
    } else if (link.changedAt !== this.#stored.changedAt) {
      this.#adopt(link);
    } else if (!saved) {
      // The connection is back: save what a lost connection left unsaved.
      this.#saveSoon();
    }
  }

  /** Renames the widget and saves pending changes. Returns the problem, or null on success. */
  async rename(name: string): Promise<Problem | null> {
    this.#cancelTimer?.();
    while (this.#saving !== null) await this.#saving;
    return this.#save(name);
  }

  /** Saves pending changes at once. */
  flush(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    if (!this.store.getState().saved && this.#saving === null) void this.#saveOrReport();
  }

  #step(from: WidgetOptions[], to: WidgetOptions[]): void {
    const options = from.pop();
    if (options === undefined) return;
    to.push(this.store.getState().options);
    this.#steppedAt = Number.NEGATIVE_INFINITY;
    this.#show(options, true);
    this.#saveSoon();
  }

  #saveSoon(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = this.#parts.after(SAVE_DELAY_MS, () => this.flush());
  }

  async #saveOrReport(): Promise<void> {
    const problem = await this.#save(this.#stored.name);
    if (problem === null) return;
    this.#parts.refused(problem);
    // After a lost connection, keep the changes: the next update of the backstage starts another save.
    if (problem.code !== 'connection.lost') this.#adopt(this.#held ?? this.#stored);
  }

  async #save(name: string): Promise<Problem | null> {
    this.#saving = this.#send(name);
    const problem = await this.#saving;
    this.#saving = null;
    if (problem !== null) return problem;
    const held = this.#held;
    this.#held = null;
    if (!this.store.getState().saved) this.#saveSoon();
    if (held !== null && held.changedAt > this.#stored.changedAt) this.take(held);
    return null;
  }

  async #send(name: string): Promise<Problem | null> {
    const { options } = this.store.getState();
    const { id, changedAt } = this.#stored;
    try {
      this.#stored = await this.#parts.save({ id, name, options, changedAt });
    } catch (error) {
      return this.#parts.problemOf(error);
    }
    this.store.setState({ saved: sameOptions(this.store.getState().options, options) });
    return null;
  }

  /** Takes over what another operator saved. Clears undo and redo, which would overwrite it unseen. */
  #adopt(link: OverlayLinkView): void {
    this.#stored = link;
    this.#held = null;
    this.#past = [];
    this.#future = [];
    this.#steppedAt = Number.NEGATIVE_INFINITY;
    this.#show(link.options, true);
    this.store.setState({ saved: true });
  }

  #show(options: WidgetOptions, replaced: boolean): void {
    this.store.setState((state) => ({
      options,
      saved: false,
      wrong: false,
      canUndo: this.#past.length > 0,
      canRedo: this.#future.length > 0,
      replaced: state.replaced + (replaced ? 1 : 0),
    }));
  }
}

/**
 * A widget's options as values of the form. Page B and the background colour are always present, so that they keep
 * their values while they are switched off.
 */
export type FormValues = Record<string, unknown> & { kind: WidgetOptions['kind'] };

const OWN_COLOUR = '#0047bb';

export function toForm(options: WidgetOptions): FormValues {
  if (options.kind === 'ranking') {
    const { b } = options;
    return { ...options, hasB: b !== null, b: b ?? rankingPageSchema.parse({ subject: 'users' }) };
  }
  if (options.kind === 'workbench') {
    const { background } = options;
    const colour = background.kind === 'custom' ? background.colour : OWN_COLOUR;
    return { ...options, background: { kind: background.kind, colour } };
  }
  return { ...options };
}

/** Returns the options of a form's values, or null while a field is invalid. */
export function fromForm(values: FormValues): WidgetOptions | null {
  const parsed = widgetOptionsSchema.safeParse({
    ...values,
    ...(values.kind === 'ranking' && values.hasB !== true ? { b: null } : {}),
    ...(values.kind === 'workbench' ? { background: backgroundOf(values.background) } : {}),
  });
  return parsed.success && cssProblem(parsed.data.frame) === null ? parsed.data : null;
}

/** Drops the colour unless it is used, so that an unused colour may be invalid. */
function backgroundOf(value: unknown): unknown {
  const { kind, colour }: Partial<Extract<WidgetBackground, { kind: 'custom' }>> = { ...Object(value) };
  return kind === 'custom' ? { kind, colour } : { kind };
}

function sameOptions(one: WidgetOptions, other: WidgetOptions): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
