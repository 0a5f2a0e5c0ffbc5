import { describe, expect, it } from 'vitest';
import { webReload } from '#renderer/data/platform/webReload.ts';

type Answer = number | 'unreachable';

/** Creates a page whose server gives these answers in order. */
function pageWith(answers: Answer[]) {
  const counts = { checks: 0, pauses: 0, loads: 0 };
  const reload = webReload({
    check: async () => {
      counts.checks += 1;
      const answer = answers.shift() ?? 200;
      if (answer === 'unreachable') throw new TypeError('Failed to fetch');
      return { status: answer };
    },
    pause: async () => {
      counts.pauses += 1;
    },
    load: () => {
      counts.loads += 1;
    },
  });
  return { counts, reload };
}

describe('webReload', () => {
  it('reloads at once if the server responds', async () => {
    const { counts, reload } = pageWith([200]);
    await reload();
    expect(counts).toEqual({ checks: 1, pauses: 0, loads: 1 });
  });

  it('waits while the server is unreachable or its proxy answers with 5xx', async () => {
    const { counts, reload } = pageWith(['unreachable', 'unreachable', 502, 200]);
    const done = reload();
    expect(counts.loads).toBe(0);
    await done;
    expect(counts).toEqual({ checks: 4, pauses: 3, loads: 1 });
  });

  it('reloads once for concurrent calls', async () => {
    const { counts, reload } = pageWith(['unreachable', 200]);
    await Promise.all([reload(), reload(), reload()]);
    expect(counts.loads).toBe(1);
  });
});
