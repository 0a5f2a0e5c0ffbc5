import { describe, expect, it } from 'vitest';
import { classifyUpdateError } from '#electron/update/failure.ts';
import { type Updater, Updates } from '#electron/update/updates.ts';
import type { UpdateState } from '#shared/contract/desktop.ts';

function setUp(updater: Partial<Updater> | null, busy = false) {
  const told: UpdateState[] = [];
  const installed: string[] = [];
  const whole: Updater = {
    check: async () => ({ version: '2.0.0' }),
    download: async () => undefined,
    install: () => installed.push('install'),
    ...updater,
  };
  const situation = { busy };
  const updates = new Updates({
    updater: updater === null ? null : whole,
    current: '1.0.0',
    isBusy: () => situation.busy,
    makeWay: async () => {
      installed.push('way made');
    },
    changed: (state) => told.push(state),
    log: () => undefined,
  });
  return { updates, told, installed, situation };
}

const failing = (fault: Error & { code?: string }) => setUp({ check: () => Promise.reject(fault) });

describe('updating the desktop app', () => {
  it('tells each step: looking, fetching with progress, ready', async () => {
    const { updates, told } = setUp({
      download: async (progress) => {
        progress(12.5);
        progress(180);
      },
    });
    expect(await updates.check()).toMatchObject({ phase: 'ready', version: '2.0.0', current: '1.0.0' });
    expect(told.map(({ phase, percent }) => [phase, percent])).toEqual([
      ['checking', 0],
      ['available', 0],
      ['available', 12.5],
      ['available', 100],
      ['ready', 100],
    ]);
  });

  it('says when there is nothing newer', async () => {
    expect(await setUp({ check: async () => null }).updates.check()).toMatchObject({ phase: 'none' });
  });

  it('restarts when it is asked to, once and after it made way, and never while a show is on', async () => {
    const { updates, installed, situation } = setUp({}, true);
    await updates.check();
    expect(updates.install()).toMatchObject({ phase: 'ready', blocked: true });
    expect(installed).toEqual([]);
    situation.busy = false;
    updates.install();
    updates.install();
    await expect.poll(() => installed).toEqual(['way made', 'install']);
  });

  it('does not restart into what is not there', () => {
    const { updates, installed } = setUp({});
    updates.install();
    expect(installed).toEqual([]);
  });

  it('looks once however often it is asked meanwhile', async () => {
    let looks = 0;
    const { updates } = setUp({
      check: async () => {
        looks += 1;
        return null;
      },
    });
    await Promise.all([updates.check(), updates.check(), updates.check()]);
    expect(looks).toBe(1);
  });

  it('says plainly that a copy run from sources is not updated', async () => {
    expect(await setUp(null).updates.check()).toMatchObject({ phase: 'unsupported' });
  });

  it('says why where the copy was packed without a key', () => {
    const updates = new Updates({
      updater: null,
      unsupported: 'noKey',
      current: '1.0.0',
      isBusy: () => false,
      makeWay: async () => undefined,
      changed: () => undefined,
      log: () => undefined,
    });
    expect(updates.state).toMatchObject({ phase: 'unsupported', failure: 'noKey' });
  });

  it('can be tried again after a failure', async () => {
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
  ])('sorts %s %s as %s', async (code, message, failure) => {
    const fault = Object.assign(new Error(message), code === '' ? {} : { code });
    expect(await failing(fault).updates.check()).toMatchObject({ phase: 'failed', failure });
    expect(classifyUpdateError(fault)).toBe(failure);
  });
});
