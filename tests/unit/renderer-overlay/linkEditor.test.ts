import { describe, expect, it } from 'vitest';
import { problemOf } from '#renderer/data/ringside.ts';
import { LinkEditor } from '#renderer/features/overlays/linkEditor.ts';
import type { OverlayLinkView } from '#shared/contract/calls/overlay.ts';
import { RingsideError } from '#shared/contract/error.ts';
import { type WidgetOptions, widgetOptionsSchema } from '#shared/contract/overlay/widget.ts';

const ranking = (top: number): WidgetOptions => widgetOptionsSchema.parse({ kind: 'ranking', a: { top } });
const topOf = (options: WidgetOptions) => (options.kind === 'ranking' ? options.a.top : -1);

/** An editor with a fake backstage and a manual clock. */
function world() {
  let now = 1000;
  let timers: { at: number; task: () => void }[] = [];
  const link: OverlayLinkView = {
    version: 1,
    id: 'w1',
    name: 'Ranking',
    options: ranking(5),
    createdAt: 1,
    changedAt: 10,
    url: '/overlay/#t',
    file: '',
    open: 0,
    testing: false,
  };
  const backstage = { stored: link, saves: 0, online: true, hold: null as Promise<void> | null };
  const refused: string[] = [];
  const editor = new LinkEditor({
    link,
    save: async (args) => {
      backstage.saves += 1;
      if (backstage.hold !== null) await backstage.hold;
      if (!backstage.online) throw new RingsideError('connection.lost');
      if (args.changedAt !== backstage.stored.changedAt) throw new RingsideError('overlay.stale');
      backstage.stored = { ...backstage.stored, ...args, changedAt: backstage.stored.changedAt + 1 };
      return backstage.stored;
    },
    refused: ({ code }) => refused.push(code),
    problemOf,
    now: () => now,
    after: (ms, task) => {
      const timer = { at: now + ms, task };
      timers.push(timer);
      return () => {
        timers = timers.filter((each) => each !== timer);
      };
    },
  });
  const pass = async (ms: number) => {
    now += ms;
    const due = timers.filter(({ at }) => at <= now);
    timers = timers.filter(({ at }) => at > now);
    for (const { task } of due) task();
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };
  /** Saves other options as another operator. */
  const other = (top: number) => {
    const { stored } = backstage;
    backstage.stored = { ...stored, options: ranking(top), changedAt: stored.changedAt + 1 };
    return backstage.stored;
  };
  return { editor, backstage, refused, pass, other, top: () => topOf(editor.store.getState().options) };
}

describe('widget editor', () => {
  it('saves a change after a short delay, and several quick changes once', async () => {
    const { editor, backstage, pass } = world();
    editor.change(ranking(6));
    editor.change(ranking(7));
    expect(editor.store.getState().saved).toBe(false);
    await pass(300);
    expect(backstage.saves).toBe(1);
    expect(topOf(backstage.stored.options)).toBe(7);
    expect(editor.store.getState().saved).toBe(true);
  });

  it('undoes and redoes changes, and saves each step', async () => {
    const { editor, backstage, pass, top } = world();
    for (const to of [6, 7]) {
      editor.change(ranking(to));
      await pass(1000);
    }
    editor.undo();
    await pass(300);
    expect([top(), topOf(backstage.stored.options)]).toEqual([6, 6]);
    editor.undo();
    expect(editor.store.getState()).toMatchObject({ canUndo: false, canRedo: true });
    editor.redo();
    editor.redo();
    await pass(300);
    expect([top(), topOf(backstage.stored.options)]).toEqual([7, 7]);
    editor.undo();
    editor.change(ranking(9));
    expect(editor.store.getState().canRedo).toBe(false);
  });

  it('undoes quick typing at once, but a step by itself', async () => {
    const { editor, pass, top } = world();
    editor.change(ranking(6), true);
    editor.change(ranking(7));
    await pass(100);
    editor.change(ranking(8));
    editor.change(ranking(9), true);
    const undone = [];
    while (editor.store.getState().canUndo) {
      editor.undo();
      undone.push(top());
    }
    expect(undone).toEqual([8, 6, 5]);
  });

  it('saves changes that were made during a save', async () => {
    const { editor, backstage, pass } = world();
    let release = () => {};
    backstage.hold = new Promise((resolve) => {
      release = resolve;
    });
    editor.change(ranking(6));
    await pass(300);
    editor.change(ranking(8));
    await pass(300);
    expect(backstage.saves).toBe(1);
    backstage.hold = null;
    release();
    await pass(0);
    expect(editor.store.getState().saved).toBe(false);
    await pass(300);
    expect(topOf(backstage.stored.options)).toBe(8);
    expect(editor.store.getState().saved).toBe(true);
  });

  it('follows another operator, and drops undo steps that would overwrite their changes', async () => {
    const { editor, pass, other, top } = world();
    editor.change(ranking(6));
    await pass(300);
    editor.take(other(12));
    expect(top()).toBe(12);
    expect(editor.store.getState()).toMatchObject({ canUndo: false, canRedo: false, saved: true });
  });

  it("reports a conflict and shows the other operator's version", async () => {
    const { editor, backstage, refused, pass, other, top } = world();
    editor.change(ranking(6));
    editor.take(other(12));
    await pass(300);
    expect(refused).toEqual(['overlay.stale']);
    expect([top(), topOf(backstage.stored.options)]).toEqual([12, 12]);
    expect(editor.store.getState().saved).toBe(true);
  });

  it("does not treat its own save as another operator's change", async () => {
    const { editor, backstage, pass } = world();
    editor.change(ranking(6));
    await pass(300);
    editor.take(backstage.stored);
    expect(editor.store.getState().canUndo).toBe(true);
  });

  it('keeps a change without a connection, and saves it after the reconnect', async () => {
    const { editor, backstage, refused, pass, top } = world();
    backstage.online = false;
    editor.change(ranking(6));
    await pass(300);
    expect(refused).toEqual(['connection.lost']);
    expect(top()).toBe(6);
    backstage.online = true;
    editor.take(backstage.stored);
    await pass(300);
    expect(topOf(backstage.stored.options)).toBe(6);
  });

  it('saves a new name together with pending changes, and reports an invalid name', async () => {
    const { editor, backstage, pass, other } = world();
    editor.change(ranking(6));
    expect(await editor.rename('Top five')).toBeNull();
    expect(backstage.stored).toMatchObject({ name: 'Top five', options: { a: { top: 6 } } });
    await pass(1000);
    expect(backstage.saves).toBe(1);
    other(7);
    expect(await editor.rename('Another')).toEqual({ code: 'overlay.stale' });
    expect(backstage.stored.name).toBe('Top five');
  });

  it('saves the last valid options if the form becomes invalid, and marks the rest as unsaved', async () => {
    const { editor, backstage, pass, top } = world();
    editor.change(ranking(6));
    editor.change(null);
    await pass(0);
    expect([top(), topOf(backstage.stored.options)]).toEqual([6, 6]);
    expect(editor.store.getState()).toMatchObject({ wrong: true, saved: true });
    editor.undo();
    expect(editor.store.getState()).toMatchObject({ wrong: false, options: ranking(5) });
  });

  it('saves pending changes when it is closed', async () => {
    const { editor, backstage, pass } = world();
    editor.change(ranking(6));
    editor.flush();
    await pass(0);
    expect(topOf(backstage.stored.options)).toBe(6);
  });
});
