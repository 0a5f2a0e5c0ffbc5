import { describe, expect, it } from 'vitest';
import { classifyUpdateError, type Updater, Updates } from '#electron/update/updates.ts';
import type { UpdateState } from '#shared/contract/desktop.ts';

function setUp(updater: Partial<Updater> | null, busy = false) {
  const states: UpdateState[] = [];
  const steps: string[] = [];
  const whole: Updater = {
    check: async () => ({ version: '2.0.0' }),
    download: async () => undefined,
    install: () => steps.push('install'),
    ...updater,
  };
  const situation = { busy };
  const updates = new Updates({
    updater: updater === null ? null : whole,
    current: '1.0.0',
    isBusy: () => situation.busy,
    prepareInstall: async () => {
      steps.push('prepare');
    },
    stateChanged: (state) => states.push(state),
    log: () => undefined,
  });
  return { updates, states, steps, situation };
}

const failing = (fault: Error & { code?: string }) => setUp({ check: () => Promise.reject(fault) });

describe('updates', () => {
  it('report each step: checking, downloading with progress, ready', async () => {
    const { updates, states } = setUp({
      download: async (progress) => {
        progress(12.5);
        progress(180);
      },
    });
    expect(await updates.check()).toMatchObject({ phase: 'ready', version: '2.0.0', current: '1.0.0' });
    expect(states.map(({ phase, percent }) => [phase, percent])).toEqual([
      ['checking', 0],
      ['available', 0],
      ['available', 12.5],
      ['available', 100],
      ['ready', 100],
    ]);
  });

  it('report that there is no newer version', async () => {
    expect(await setUp({ check: async () => null }).updates.check()).toMatchObject({ phase: 'none' });
  });

  it('install once, after preparing, and never during a show', async () => {
    const { updates, steps, situation } = setUp({}, true);
    await updates.check();
    expect(updates.install()).toMatchObject({ phase: 'ready', blocked: true });
    expect(steps).toEqual([]);
    situation.busy = false;
    updates.install();
    updates.install();
    await expect.poll(() => steps).toEqual(['prepare', 'install']);
  });

  it('do not install before a version is ready', () => {
    const { updates, steps } = setUp({});
    updates.install();
    expect(steps).toEqual([]);
  });

  it('share one check between concurrent calls', async () => {
    let checks = 0;
    const { updates } = setUp({
      check: async () => {
        checks += 1;
        return null;
      },
    });
    await Promise.all([updates.check(), updates.check(), updates.check()]);
    expect(checks).toBe(1);
  });

  it('are unsupported without an updater', async () => {
    expect(await setUp(null).updates.check()).toMatchObject({ phase: 'unsupported' });
  });

  it('report the reason if the copy was packed without a key', () => {
    const updates = new Updates({
      updater: null,
      unsupported: 'noKey',
      current: '1.0.0',
      isBusy: () => false,
      prepareInstall: async () => undefined,
      stateChanged: () => undefined,
      log: () => undefined,
    });
    expect(updates.state).toMatchObject({ phase: 'unsupported', failure: 'noKey' });
  });

  it('can be retried after a failure', async () => {
    let fails = true;
    const { updates } = setUp({
      check: async () => {
        if (fails) throw Object.assign(new Error('gone'), { code: 'ENOTFOUND' });
        return null;
      },
    });
    expect(await updates.check()).toMatchObject({ phase: 'failed', failure: 'offline' });
    fails = false;
    expect(await updates.check()).toMatchObject({ phase: 'none', failure: null });
  });

  it.each([
    ['ENOTFOUND', 'getaddrinfo', 'offline'],
    ['', 'net::ERR_INTERNET_DISCONNECTED', 'offline'],
    ['ENOSPC', 'no space', 'disk'],
    ['ERR_CHECKSUM_MISMATCH', 'sha512 mismatch', 'signature'],
    ['', 'not signed by the application owner: publisherNames', 'signature'],
    ['ERR_UPDATER_INVALID_UPDATE_INFO', 'yaml', 'feed'],
    ['HTTP_ERROR_404', '404', 'feed'],
    ['', 'something else', 'unknown'],
  ])('classify error %s %s as %s', async (code, message, failure) => {
    const fault = Object.assign(new Error(message), code === '' ? {} : { code });
    expect(await failing(fault).updates.check()).toMatchObject({ phase: 'failed', failure });
    expect(classifyUpdateError(fault)).toBe(failure);
  });
});
