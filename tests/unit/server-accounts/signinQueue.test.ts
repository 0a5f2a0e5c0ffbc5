import { describe, expect, it } from 'vitest';
import { SigninQueue } from '#server/accounts/passwords.ts';

/** Tasks that wait until they are released, in the order in which they began. */
class Works {
  readonly #releases: (() => void)[] = [];
  begun = 0;

  work = async (): Promise<void> => {
    this.begun += 1;
    await new Promise<void>((resolve) => this.#releases.push(resolve));
  };

  /** Releases every task, also tasks that begin when others are released. */
  async finish(calls: readonly Promise<void>[]): Promise<void> {
    let left = calls.length;
    for (const call of calls) {
      call.finally(() => {
        left -= 1;
      });
    }
    while (left > 0) {
      for (const release of this.#releases.splice(0)) release();
      await Promise.resolve();
    }
  }
}

describe('sign-in queue', () => {
  it('admits few unknown devices at once, lets some wait, and refuses the others before any work', async () => {
    const queue = new SigninQueue();
    const works = new Works();
    const calls = Array.from({ length: 64 }, () => queue.asStranger(works.work));
    await expect(queue.asStranger(works.work)).rejects.toMatchObject({ key: 'api.busy' });
    expect(works.begun).toBe(4);
    await works.finish(calls);
    expect(works.begun).toBe(64);
    const after = queue.asStranger(works.work);
    expect(works.begun).toBe(65);
    await works.finish([after]);
  });

  it('continues after the failed sign-in of an unknown device', async () => {
    const queue = new SigninQueue();
    const fail = async () => {
      throw new Error('wrong');
    };
    const failed = await Promise.allSettled(Array.from({ length: 20 }, () => queue.asStranger(fail)));
    expect(failed.every(({ status }) => status === 'rejected')).toBe(true);
    expect(await queue.asStranger(async () => 'in')).toBe('in');
  });

  it('admits a known device at once while unknown ones fill it', async () => {
    const queue = new SigninQueue();
    const works = new Works();
    const calls = Array.from({ length: 64 }, () => queue.asStranger(works.work));
    expect(await queue.asKnown(1, async () => 'in')).toBe('in');
    await works.finish(calls);
  });

  it('limits the simultaneous calls of one account’s known devices', async () => {
    const queue = new SigninQueue();
    const works = new Works();
    const calls = Array.from({ length: 4 }, () => queue.asKnown(1, works.work));
    await expect(queue.asKnown(1, works.work)).rejects.toMatchObject({ key: 'api.busy' });
    expect(await queue.asKnown(2, async () => 'in')).toBe('in');
    await works.finish(calls);
    expect(await queue.asKnown(1, async () => 'in')).toBe('in');
  });
});
