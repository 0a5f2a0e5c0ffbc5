import { afterEach, describe, expect, it } from 'vitest';
import { LARGEST_PICTURE } from '#shared/contract/anchors.ts';
import { api } from '#shared/contract/api/index.ts';
import { RingsideError } from '#shared/contract/error.ts';
import { linesTo, presetOfTwo } from '#tests/integration/backstage/fixtures.ts';
import { startSimulator } from '#tests/simulator/simulator.ts';
import { startBomber } from '#tests/support/bomber.ts';
import { startRingside } from '#tests/support/ringside.ts';
import { joinAsScreen, type ScreenClient } from '#tests/support/screenClient.ts';
import { ApiClient } from './support/client.ts';
import { ADMIN } from './support/process.ts';

const { account, user } = api;
const PASSWORD = 'Gift_123';
const ROSE = 5655;

describe('a shared server', () => {
  const cleanups: (() => unknown)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });
  const start = async (env: Record<string, string>) => {
    const ringside = await startRingside({
      env: { TOOL: 'account', ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, ...env },
    });
    cleanups.push(() => ringside.stop());
    return ringside;
  };
  const join = async (url: string, token?: string) => {
    const screen = await joinAsScreen(url, token === undefined ? {} : { token });
    cleanups.push(() => screen.close());
    return screen;
  };
  /** Repeats a call until it is refused. Returns the problem. */
  const untilRefused = async (call: (index: number) => Promise<unknown>) => {
    for (let index = 0; index < 1000; index += 1) {
      const refusal = await call(index).then(
        () => null,
        (error: unknown) => error,
      );
      if (refusal instanceof RingsideError) return refusal.problem;
      if (refusal !== null) throw refusal;
    }
    return null;
  };

  it('limits the rehearsal size, presets, widgets and pictures of a visitor', async () => {
    const ringside = await start({ VISITOR_DISK_MB: '3' });
    const visitor = await join(ringside.url);
    const storm = () => visitor.call('rehearsal.open', { size: 'storm', locale: 'en' });
    expect((await untilRefused(storm))?.code).toBe('rehearsal.sizeNeedsAccount');
    const preset = (index: number) =>
      visitor.call('presets.save', { preset: { name: `preset ${index}`, anchors: [] } });
    expect(await untilRefused(preset)).toEqual({ code: 'preset.tooMany', params: { limit: 20 } });
    const create = () => visitor.call('overlay.create', { kind: 'pkBar', name: 'PK', language: 'en' });
    expect(await untilRefused(create)).toEqual({ code: 'overlay.tooMany', params: { limit: 20 } });
    const picture = (index: number) =>
      visitor.call('pictures.put', { data: `data:image/png;base64,${largePicture(index)}` });
    const full = await untilRefused(picture);
    expect(full).toEqual({ code: 'storage.quotaOfVisitor', params: { used: 3, limit: 3 } });
    const [kept] = (await visitor.call('presets.list', {})).presets;
    const choose = () => visitor.call('session.choosePreset', { presetId: kept?.id ?? '' });
    expect((await untilRefused(choose))?.code).toBe('storage.quotaOfVisitor');
    // Other visitors are not affected.
    await (await join(ringside.url)).call('rehearsal.open', { size: 'small', locale: 'en' });
  });

  it('counts for one host while another host’s room sends zip bombs and endless frames', async () => {
    const [good, lure] = await Promise.all([
      startSimulator({ script: 'empty' }),
      startSimulator({ script: 'empty' }),
    ]);
    cleanups.push(
      () => good.close(),
      () => lure.close(),
    );
    const bomber = await startBomber();
    cleanups.push(bomber.close);
    const hosts = [good.webUrl, good.wsUrl, lure.webUrl, bomber.url].map((url) => new URL(url).host);
    const ringside = await start({ OUTBOUND_HOSTS: hosts.join() });
    const client = new ApiClient(ringside.url.replace(/\/$/, ''));
    const signIn = async (email: string, password: string) =>
      (await client.call(account.signin, { body: { email, password } })).data;
    const admin = await signIn(ADMIN.email, ADMIN.password);
    const host = async (email: string, lines: Parameters<typeof linesTo>[0], username: string) => {
      await client.call(user.add, { token: admin, body: { email, password: PASSWORD } });
      const screen = await join(ringside.url, await signIn(email, PASSWORD));
      await screen.call('lines.save', { lines: linesTo(lines) });
      const { preset } = await screen.call('presets.save', { preset: presetOfTwo });
      await screen.call('session.choosePreset', { presetId: preset.id });
      await screen.call('room.open', { username, lineId: 'line1' });
      return screen;
    };
    const honest = await host('honest@ringside.example', good, good.username);
    await good.entered(1);
    await honest.call('session.act', { action: 'start' });
    await honest.call('show.subscribe', {});
    const attacker = await host(
      'attacker@ringside.example',
      { webUrl: lure.webUrl, wsUrl: bomber.url },
      lure.username,
    );
    await attacker.push((push) => push.push === 'notice' && push.problem?.code === 'room.floods');
    for (let gift = 1; gift <= 20; gift += 1) {
      good.sendGift({ viewer: 'Mika', gift: ROSE, count: 1 });
      await counted(honest, gift);
    }
    expect(bomber.sent()).toBeGreaterThan(10);
  });
});

/** Resolves when the screen has received a number of gifts. */
async function counted(screen: ScreenClient, gifts: number): Promise<void> {
  let told = 0;
  const seen = new Set<number>();
  await screen.push((push) => {
    if (push.push !== 'inputs') return false;
    for (const { seq, input } of push.inputs) {
      if (input.kind !== 'gift' || seen.has(seq)) continue;
      seen.add(seq);
      told += 1;
    }
    return told >= gifts;
  });
}

/** A picture of the largest size in base64: the head of a PNG, and bytes that differ for each index. */
function largePicture(index: number): string {
  const head = Buffer.alloc(24);
  head.write('\x89PNG\r\n\x1a\n', 0, 'latin1');
  head.write('IHDR', 12, 'latin1');
  head.writeUInt32BE(64, 16);
  head.writeUInt32BE(64, 20);
  return Buffer.concat([head, Buffer.alloc(LARGEST_PICTURE - head.length, index)]).toString('base64');
}
