import { describe, expect, it } from 'vitest';
import { webReload } from '#renderer/data/platform/webReload.ts';

type Answer = number | 'unreachable';

/** A page whose server answers so, one after the other. */
function pageWith(answers: Answer[]) {
  const told = { asked: 0, pauses: 0, loads: 0 };
  const reload = webReload({
    ask: async () => {
      told.asked += 1;
      const answer = answers.shift() ?? 200;
      if (answer === 'unreachable') throw new TypeError('Failed to fetch');
      return { status: answer };
    },
    pause: async () => {
      told.pauses += 1;
    },
    load: () => {
      told.loads += 1;
    },
  });
  return { told, reload };
}

describe('a page of the web that is to load anew', () => {
  it('does it at once where the server answers', async () => {
    const { told, reload } = pageWith([200]);
    await reload();
    expect(told).toEqual({ asked: 1, pauses: 0, loads: 1 });
  });

  it('stays on screen until a server that is away, or only its proxy answers for, is back', async () => {
    const { told, reload } = pageWith(['unreachable', 'unreachable', 502, 200]);
    const done = reload();
    expect(told.loads).toBe(0);
    await done;
    expect(told).toEqual({ asked: 4, pauses: 3, loads: 1 });
  });

  it('loads once, however often it was asked for meanwhile', async () => {
    const { told, reload } = pageWith(['unreachable', 200]);
    await Promise.all([reload(), reload(), reload()]);
    expect(told.loads).toBe(1);
  });
});
