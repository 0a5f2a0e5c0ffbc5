import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Problem } from '#shared/contract/error.ts';
import type { OverlayLinkView } from '#shared/contract/overlay/link.ts';
import type { WidgetOptions } from '#shared/contract/overlay/widget.ts';
import { sameOptions } from './formValues.ts';

/** Changes that follow each other this fast are saved, and undone, as one. */
const SETTLE_MS = 250;
const ONE_STEP_MS = 900;
const MOST_STEPS = 100;

export interface LinkEditorState {
  options: WidgetOptions;
  /** Nothing waits to be saved. */
  saved: boolean;
  /** The form holds something that cannot be saved; the options are the last that could. */
  wrong: boolean;
  canUndo: boolean;
  canRedo: boolean;
  /** Rises whenever the options became others than the form has made them. */
  replaced: number;
}

export interface LinkEditorParts {
  link: OverlayLinkView;
  /** Saves over the state of `changedAt`; rejects when it is another one by now. */
  save(args: Pick<OverlayLinkView, 'id' | 'name' | 'options' | 'changedAt'>): Promise<OverlayLinkView>;
  /** Why saving was refused. What was not saved is given up for what stands, unless there was no connection. */
  refused(problem: Problem): void;
  problemOf(error: unknown): Problem;
  now(): number;
  after(ms: number, task: () => void): () => void;
}

/** The options of one widget while they are edited: saved as they change, with steps back and forth. */
export class LinkEditor {
  readonly store: StoreApi<LinkEditorState>;
  readonly #parts: LinkEditorParts;
  /** The widget as the backstage told it last. */
  #stored: OverlayLinkView;
  #past: WidgetOptions[] = [];
  #future: WidgetOptions[] = [];
  #steppedAt = Number.NEGATIVE_INFINITY;
  #cancelTimer: (() => void) | null = null;
  #saving: Promise<Problem | null> | null = null;
  /** Came while there was something to save: whether it is our own is known only with the answer. */
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

  /** Takes what the form says; null while a field of it cannot be saved. What could be until then is, at once. */
  change(options: WidgetOptions | null): void {
    this.store.setState({ wrong: options === null });
    if (options === null) {
      this.flush();
      return;
    }
    const before = this.store.getState().options;
    if (sameOptions(before, options)) return;
    const now = this.#parts.now();
    if (now - this.#steppedAt > ONE_STEP_MS) this.#past = [...this.#past, before].slice(-MOST_STEPS);
    this.#steppedAt = now;
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

  /** Takes the widget as the backstage tells it, after every change by anybody. */
  take(link: OverlayLinkView): void {
    const { saved } = this.store.getState();
    if (this.#saving !== null || (!saved && link.changedAt !== this.#stored.changedAt)) {
      this.#held = link;
    } else if (link.changedAt !== this.#stored.changedAt) {
      this.#adopt(link);
    } else if (!saved) {
      // What could not be saved without a connection is saved when there is one again.
      this.#saveSoon();
    }
  }

  /** Gives the widget another name, together with what waits to be saved; answers what is wrong with it. */
  async rename(name: string): Promise<Problem | null> {
    this.#cancelTimer?.();
    while (this.#saving !== null) await this.#saving;
    return this.#save(name);
  }

  /** Saves at once what waits, as when the screen is left. */
  flush(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    if (!this.store.getState().saved && this.#saving === null) void this.#saveAndTell();
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
    this.#cancelTimer = this.#parts.after(SETTLE_MS, () => this.flush());
  }

  async #saveAndTell(): Promise<void> {
    const problem = await this.#save(this.#stored.name);
    if (problem === null) return;
    this.#parts.refused(problem);
    // Without a connection it stays as it is, and is tried again with the next word of the backstage.
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

  /** What somebody else has saved stands; steps back would take it away unseen, so they are forgotten. */
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
