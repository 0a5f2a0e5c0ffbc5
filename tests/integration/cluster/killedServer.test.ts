import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiCodes } from '#shared/contract/api/call.ts';
import { api } from '#shared/contract/api/index.ts';
import { lookSchema } from '#shared/contract/overlay/look.ts';
import { soundSettingsSchema } from '#shared/contract/sound.ts';
import { LocalCluster, type LocalNode } from '#tests/cluster/localCluster.ts';
import { type Simulator, startSimulator } from '#tests/simulator/simulator.ts';
import { BUCKET_KEY, type BucketServer, startBucketServer } from '#tests/support/bucketServer.ts';
import { woff2File } from '#tests/support/fonts.ts';
import { OverlayPage } from '#tests/support/overlayPage.ts';
import { samplePack, zipOf } from '#tests/support/samplePack.ts';
import { joinAsScreen, type ScreenClient } from '#tests/support/screenClient.ts';
import { wavOf } from '#tests/support/sounds.ts';
import { until } from '#tests/support/until.ts';
import { presetOfTwo } from '../backstage/fixtures.ts';
import { backstage, linesTo, simulator, startShow } from '../backstage/setup.ts';
import { ApiClient } from '../server/support/client.ts';
import { ADMIN } from '../server/support/process.ts';
import { checked, exported, imported, noScreen } from '../transfer/deviceFiles.ts';

const PASSWORD = 'Gift_123';
/** Longer than a lease, on a busy machine. */
const TAKEN_WITHIN = { timeout: 60_000 };

describe('a server of a cluster that is killed, stopped or drained', () => {
  let bucket: BucketServer;
  let room: Simulator;
  let cluster: LocalCluster;
  let first: LocalNode;
  let second: LocalNode;
  let admin: string;
  beforeAll(async () => {
    bucket = await startBucketServer();
    room = await startSimulator({ giftsPerSecond: 5 });
    cluster = await LocalCluster.open({
      servers: 2,
      env: {
        TOOL: 'account',
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
        LIVE_WEB_URL: room.webUrl,
        LIVE_WS_URL: room.wsUrl,
        OUTBOUND_HOSTS: new URL(room.webUrl).host,
        RECORDINGS_URL: bucket.url,
        RECORDINGS_KEY_ID: BUCKET_KEY.keyId,
        RECORDINGS_SECRET: BUCKET_KEY.secret,
        RECORDINGS_REGION: BUCKET_KEY.region,
      },
    });
    const [one, two] = cluster.nodes;
    if (one === undefined || two === undefined) throw new Error('there are no two servers');
    [first, second] = [one, two];
    for (const node of cluster.nodes) await isReady(node);
    admin = (await clientOf(first).call(api.account.signin, { body: ADMIN })).data;
  }, 120_000);
  afterAll(async () => {
    await cluster.close();
    await room.close();
    await bucket.close();
  });

  const clientOf = ({ url }: LocalNode) => new ApiClient(url.replace(/\/$/, ''));
  const isReady = (node: LocalNode) =>
    until(
      async () => (await fetch(`${node.url}api/ready`).catch(() => null))?.ok === true,
      `${node.name} to be ready`,
      TAKEN_WITHIN.timeout,
    );
  /** What an administrator does in the list of servers. */
  const change = async ({ name }: LocalNode, action: 'drain' | 'accept') => {
    const params = { name, action };
    expect(await clientOf(second).call(api.status.drain, { token: admin, params })).toMatchObject({
      code: apiCodes.success,
    });
  };
  const rowOf = async ({ name }: LocalNode) =>
    (await clientOf(second).call(api.status.nodes, { token: admin })).data.find((row) => row.name === name);
  async function newHost(email: string): Promise<string> {
    const body = { email, password: PASSWORD };
    await clientOf(first).call(api.user.add, { token: admin, body });
    return (await clientOf(first).call(api.account.signin, { body })).data;
  }
  /** Joins a server when it may serve the host: another one may have the host until its lease has ended. */
  async function join(node: LocalNode, token: string): Promise<ScreenClient> {
    let screen: ScreenClient | null = null;
    const answers = async () => {
      screen = await joinAsScreen(node.url, { token });
      await screen.call('presets.list', {});
      return true;
    };
    await expect.poll(() => answers().catch(() => false), TAKEN_WITHIN).toBe(true);
    if (screen === null) throw new Error('the screen has not joined');
    return screen;
  }
  const presetNames = async (screen: ScreenClient) =>
    (await screen.call('presets.list', {})).presets.map(({ name }) => name);

  it('leaves an import whole, or nothing of it', { timeout: 240_000 }, async () => {
    const sim = await simulator();
    const device = await backstage({ lines: linesTo(sim) });
    await startShow(device.screen, sim);
    sim.sendGift({ viewer: 'Ada', gift: 5655 });
    await device.screen.until(() => device.screen.state.seen.count === 1);
    await device.screen.call('session.act', { action: 'end' });
    await device.screen.call('presets.save', { preset: { ...presetOfTwo, name: 'Brought' } });
    const file = await exported(device.screen);

    const token = await newHost('mika@ringside.example');
    const before = await join(first, token);
    bucket.isStuck = true;
    const { id, plan, kinds } = await checked(before, file);
    const apply = before.call('transfer.apply', {
      id,
      plan,
      kinds: kinds.flatMap(({ kind, blocked }) => (blocked === null ? [kind] : [])),
      screen: noScreen,
    });
    const told = expect(apply).rejects.toMatchObject({ problem: { code: 'connection.lost' } });
    await expect.poll(() => bucket.unanswered).toBeGreaterThan(0);
    await first.end('SIGKILL');
    await told;
    bucket.isStuck = false;
    const nothing = await join(second, token);
    expect(await presetNames(nothing)).not.toContain('Brought');
    expect((await nothing.call('show.list', {})).shows).toEqual([]);
    await first.start();
    await isReady(first);
    await expect.poll(() => [...bucket.objects]).toEqual([]);

    await imported(nothing, file);
    await second.end('SIGKILL');
    const whole = await join(first, token);
    expect(await presetNames(whole)).toContain('Brought');
    const [show] = (await whole.call('show.list', {})).shows;
    expect(show).toMatchObject({ gifts: 1, hasRecording: true });
    const { report } = await whole.call('report.read', { showId: show?.showId ?? '', filter: {} });
    expect(report.overview.counted.count).toBe(1);
    whole.close();
    await second.start();
    await isReady(second);
  });

  it('leaves packs, themes, fonts and sounds of a host to the other one, without a hole', {
    timeout: 240_000,
  }, async () => {
    const token = await newHost('ren@ringside.example');
    const screen = await join(first, token);
    const whole = (bytes: Uint8Array) => ({
      id: '',
      size: bytes.length,
      offset: 0,
      data: Buffer.from(bytes).toString('base64'),
    });
    const { pack } = await screen.call('packs.put', whole(zipOf(samplePack())));
    const { font } = await screen.call('fonts.put', whole(woff2File()));
    const { sound } = await screen.call('sounds.put', whole(wavOf(1)));
    const look = lookSchema.parse({ font: { kind: 'file', file: font, name: 'Roboto' } });
    const { theme } = await screen.call('themes.create', { name: 'Agency', base: 'ink', look });
    const { link } = await screen.call('overlay.create', { kind: 'pkBar', name: 'PK', language: 'en' });
    const frame = {
      ...link.options.frame,
      own: theme.id,
      sound: soundSettingsSchema.parse({ on: true, win: sound }),
    };
    await screen.call('overlay.update', { ...link, options: { ...link.options, frame } });
    await screen.call('room.open', { username: room.username, lineId: 'line1' });
    const { preset } = await screen.call('presets.save', { preset: { name: 'Team', anchors: [] } });
    await screen.call('session.choosePreset', { presetId: preset.id });
    await screen.call('session.act', { action: 'start' });
    screen.close();

    const manifest = await fetch(`${first.url}overlay/picture/${pack?.id}`);
    const parsed: unknown = await manifest.json();
    const files = [pack?.id ?? '', font, sound, ...Object.values<string>(Object(parsed).files)];
    expect(files.length).toBeGreaterThan(4);
    const fragment = new URL(link.url).hash;
    /** What a page on a server shows and loads. Every file must be there all the time. */
    const failed: string[] = [];
    const load = async (node: LocalNode) => {
      for (const file of files) {
        const answer = await fetch(`${node.url}overlay/picture/${file}`);
        if (!answer.ok || (await answer.arrayBuffer()).byteLength === 0) failed.push(`${node.name} ${file}`);
      }
    };
    const isShown = async (node: LocalNode) => {
      await load(node);
      const page = await OverlayPage.open(`${node.url}overlay/${fragment}`);
      await page.until(() => page.options !== null || page.refused !== null || page.closed);
      const { options } = page;
      page.close();
      return options?.frame.look?.font.kind === 'file' && options.frame.sound.win === sound;
    };
    await expect.poll(() => isShown(first)).toBe(true);
    await expect.poll(() => isShown(second)).toBe(true);

    const moved = async (leave: () => Promise<void>, to: LocalNode, entries: number) => {
      const entered = room.entered(entries);
      const ended = leave();
      let isMoved = false;
      void entered.then(() => {
        isMoved = true;
      });
      while (!isMoved) await load(to);
      await ended;
      await expect.poll(() => isShown(to).catch(() => false), TAKEN_WITHIN).toBe(true);
      const again = await join(to, token);
      expect((await again.call('themes.list', {})).themes).toMatchObject([{ name: 'Agency', look }]);
      const { pictures } = await again.call('pictures.read', { pictures: files.slice(0, 1) });
      expect(pictures).toHaveLength(1);
      again.close();
      expect(failed).toEqual([]);
    };
    await moved(() => first.end('SIGKILL'), second, 2);
    await first.start();
    await isReady(first);
    await moved(() => second.end('SIGTERM'), first, 3);
    await second.start();
    await isReady(second);
    await moved(() => change(first, 'drain'), second, 4);
    // The drained server still runs, and pages of sources still lead to it.
    await expect.poll(() => isShown(first), TAKEN_WITHIN).toBe(true);
    expect((await rowOf(first))?.shows).toBe(0);
    await change(first, 'accept');
    await isReady(first);
    expect(failed).toEqual([]);
  });
});
