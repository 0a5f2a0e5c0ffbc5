import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { unlimited } from '#backstage/diskQuota.ts';
import { backstage, linesTo, simulator, startShow } from './setup.ts';

/** A picture of one pixel. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('allowance of a backstage', () => {
  it('limits the number of new presets and keeps the existing ones', async () => {
    const { screen } = await backstage({ allowance: { ...unlimited, presets: 2 } });
    const save = (name: string) => screen.call('presets.save', { preset: { name, anchors: [] } });
    const { preset } = await save('one');
    await save('two');
    await expect(save('three')).rejects.toMatchObject({
      problem: { code: 'preset.tooMany', params: { limit: 2 } },
    });
    expect(await screen.refusal('rehearsal.open', { size: 'small', locale: 'en' })).toBe('preset.tooMany');
    const { version: _version, ...draft } = preset;
    await screen.call('presets.save', { preset: { ...draft, name: 'renamed' } });
    const { place } = await screen.call('presets.delete', { presetId: preset.id });
    await save('another');
    expect(await screen.refusal('presets.restore', { preset, place })).toBe('preset.tooMany');
  });

  it('lets a running show continue above a full quota, and refuses the next one', async () => {
    const sim = await simulator();
    const allowance = { ...unlimited, diskBytes: 4 * 1024 * 1024 };
    const { screen, dataDir } = await backstage({ lines: linesTo(sim), allowance });
    await startShow(screen, sim);
    writeFileSync(join(dataDir, 'ballast'), Buffer.alloc(5 * 1024 * 1024));
    sim.sendGift({ viewer: 'Mika', gift: 5655, count: 3 });
    await screen.until(() => screen.state.seen.count === 3);
    expect(screen.state.status).toBe('counting');
    const replaced = screen.refusal('rehearsal.open', { size: 'small', locale: 'en', confirm: true });
    expect(await replaced).toBe('storage.quota');
    expect(screen.state.status).toBe('counting');
    await screen.call('session.act', { action: 'end' });
    await screen.until(() => screen.state.status === 'ended');
    const { presets } = await screen.call('presets.list', {});
    const next = screen.call('session.choosePreset', { presetId: presets[0]?.id ?? '' });
    await expect(next).rejects.toMatchObject({
      problem: { code: 'storage.quota', params: { used: 5, limit: 4 } },
    });
  });

  it("refuses a visitor's writes above the quota, and ends the rehearsal with a reason", async () => {
    const allowance = { ...unlimited, diskBytes: 4 * 1024 * 1024, isVisitor: true };
    const { screen, dataDir } = await backstage({ allowance, measureEvery: 10 });
    await screen.call('rehearsal.open', { size: 'small', locale: 'en' });
    await screen.call('session.act', { action: 'start' });
    await screen.until(() => screen.state.status === 'counting');
    const { presets } = await screen.call('presets.list', {});
    const presetId = presets[0]?.id ?? '';
    writeFileSync(join(dataDir, 'ballast'), Buffer.alloc(5 * 1024 * 1024));
    const why = () => screen.notices.get('rehearsal.ended')?.code;
    await screen.until(() => why() === 'storage.quotaOfVisitor');
    await screen.until(() => screen.state.status === 'ended');
    await screen.until(() => screen.connection?.phase === 'idle');
    const picture = { data: `data:image/png;base64,${PICTURE}` };
    const refusals = await Promise.all([
      screen.refusal('session.choosePreset', { presetId }),
      screen.refusal('pictures.put', picture),
      screen.refusal('presets.save', { preset: { name: 'one more', anchors: [] } }),
      screen.refusal('overlay.create', { kind: 'pkBar', name: 'PK', language: 'en' }),
      screen.refusal('rehearsal.open', { size: 'small', locale: 'en' }),
      screen.refusal('bindings.suspend', { on: true }),
    ]);
    expect(refusals).toEqual(refusals.map(() => 'storage.quotaOfVisitor'));
    expect(await screen.refusal('presets.delete', { presetId })).toBe('ok');
  });

  it('lets a host decide in a running show above a full quota, and refuses new pictures', async () => {
    const sim = await simulator();
    const allowance = { ...unlimited, diskBytes: 4 * 1024 * 1024 };
    const { screen, dataDir } = await backstage({ lines: linesTo(sim), allowance });
    await startShow(screen, sim);
    writeFileSync(join(dataDir, 'ballast'), Buffer.alloc(5 * 1024 * 1024));
    expect(await screen.refusal('bindings.suspend', { on: true })).toBe('ok');
    const picture = { data: `data:image/png;base64,${PICTURE}` };
    expect(await screen.refusal('pictures.put', picture)).toBe('storage.quota');
    await screen.call('session.act', { action: 'end' });
    await screen.until(() => screen.state.status === 'ended');
    expect(await screen.refusal('bindings.suspend', { on: false })).toBe('storage.quota');
  });

  it('warns a host from 80 % of the quota until there is room again', async () => {
    const allowance = { ...unlimited, diskBytes: 4 * 1024 * 1024 };
    const { screen, dataDir } = await backstage({ allowance, measureEvery: 10 });
    const ballast = join(dataDir, 'ballast');
    const told = () => screen.notices.get('storage.quota')?.code ?? null;
    expect(told()).toBeNull();
    writeFileSync(ballast, Buffer.alloc(3.6 * 1024 * 1024));
    await screen.until(() => told() === 'storage.nearQuota');
    writeFileSync(ballast, Buffer.alloc(4.2 * 1024 * 1024));
    await screen.until(() => told() === 'storage.quota');
    rmSync(ballast);
    await screen.until(() => told() === null);
  });

  it('limits the bytes of all presets together; a preset can still become smaller', async () => {
    const { screen } = await backstage({ allowance: { ...unlimited, presetBytes: 8 * 1024 } });
    const points = (count: number) => ({
      by: 'points' as const,
      points: Object.fromEntries(Array.from({ length: count }, (_, index) => [`${5000 + index}`, 1])),
    });
    const save = (name: string, count: number, id?: string) =>
      screen.call('presets.save', {
        preset: { name, anchors: [], score: points(count), ...(id !== undefined && { id }) },
      });
    const { preset } = await save('large', 500);
    await expect(save('second', 500)).rejects.toMatchObject({
      problem: { code: 'preset.tooMuch', params: { limit: 8 } },
    });
    await expect(save('larger', 1000, preset.id)).rejects.toMatchObject({
      problem: { code: 'preset.tooMuch' },
    });
    await save('smaller', 10, preset.id);
    await save('second', 500);
  });

  it('limits the number of widgets', async () => {
    const { screen } = await backstage({ allowance: { ...unlimited, widgets: 1 } });
    const create = { kind: 'pkBar', name: 'PK', language: 'en' } as const;
    await screen.call('overlay.create', create);
    await expect(screen.call('overlay.create', create)).rejects.toMatchObject({
      problem: { code: 'overlay.tooMany', params: { limit: 1 } },
    });
  });

  it('refuses endless lists of skins and endless addresses', async () => {
    const { screen } = await backstage();
    const { link } = await screen.call('overlay.create', { kind: 'workbench', name: 'W', language: 'en' });
    const update = (count: number) => {
      const skinOf = Object.fromEntries(
        Array.from({ length: count }, (_, index) => [`${index}`, 'goldLaurel']),
      );
      const options = { ...link.options, skinOf } as typeof link.options;
      return screen.refusal('overlay.update', { id: link.id, name: 'W', options, changedAt: link.changedAt });
    };
    expect(await update(501)).toBe('invalid');
    expect(await update(500)).toBe('ok');
    const { lines } = await screen.call('lines.list', {});
    const long = lines.map((line) => ({ ...line, webUrl: `http://127.0.0.1/${'a'.repeat(2000)}` }));
    expect(await screen.refusal('lines.save', { lines: long })).toBe('line.invalidAddress');
  });

  it('refuses visitors the larger rehearsal sizes', async () => {
    const allowance = { ...unlimited, rehearsalSizes: ['small', 'normal'] as const };
    const { screen } = await backstage({ allowance });
    for (const size of ['busy', 'storm'] as const) {
      expect(await screen.refusal('rehearsal.open', { size, locale: 'en' })).toBe(
        'rehearsal.sizeNeedsAccount',
      );
    }
    expect(await screen.refusal('rehearsal.open', { size: 'normal', locale: 'en' })).toBe('ok');
  });

  it('ends a rehearsal after its time with a notice; another one can begin', async () => {
    const { screen } = await backstage({ allowance: { ...unlimited, rehearsalMs: 1 } });
    await screen.call('rehearsal.open', { size: 'small', locale: 'en' });
    const why = () => screen.notices.get('rehearsal.ended')?.code;
    await screen.until(() => why() === 'rehearsal.timeUp');
    await screen.until(() => screen.connection?.phase === 'idle');
    expect(await screen.refusal('rehearsal.open', { size: 'small', locale: 'en' })).toBe('ok');
    expect(screen.pushes.filter((push) => push.push === 'notice' && push.problem === null)).toMatchObject([
      { id: 'rehearsal.ended' },
    ]);
  });
});
