import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#shared/contract/api/index.ts';
import { RingsideError } from '#shared/contract/error.ts';
import { type HostPack, hostPackLimits, PACK_CHUNK } from '#shared/contract/overlay/hostPack.ts';
import { storedPackSchema } from '#shared/contract/overlay/pack.ts';
import { startRingside } from '#tests/support/ringside.ts';
import { samplePack, samplePackWith, zipOf } from '#tests/support/samplePack.ts';
import { joinAsScreen, type ScreenClient } from '#tests/support/screenClient.ts';
import { ApiClient } from './support/client.ts';
import { ADMIN } from './support/process.ts';

const PASSWORD = 'Gift_123';

describe('effect packs of hosts on a shared server', () => {
  let ringside: Awaited<ReturnType<typeof startRingside>>;
  let aya: ScreenClient;
  let ben: ScreenClient;
  beforeAll(async () => {
    ringside = await startRingside({
      env: { TOOL: 'account', ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password },
    });
    const client = new ApiClient(ringside.url.replace(/\/$/, ''));
    const signIn = async (email: string, password: string) =>
      (await client.call(api.account.signin, { body: { email, password } })).data;
    const admin = await signIn(ADMIN.email, ADMIN.password);
    const join = async (email: string) => {
      await client.call(api.user.add, { token: admin, body: { email, password: PASSWORD } });
      return joinAsScreen(ringside.url, { token: await signIn(email, PASSWORD) });
    };
    aya = await join('aya@ringside.example');
    ben = await join('ben@ringside.example');
  });
  afterAll(async () => {
    aya?.close();
    ben?.close();
    await ringside.stop();
  });

  const put = (screen: ScreenClient, id: string, zip: Uint8Array, offset: number, size = zip.length) =>
    screen.call('packs.put', {
      id,
      size,
      offset,
      data: Buffer.from(zip.subarray(offset, offset + PACK_CHUNK)).toString('base64'),
    });
  const add = async (screen: ScreenClient, zip: Uint8Array): Promise<HostPack> => {
    let id = '';
    for (let offset = 0; offset < zip.length; offset += PACK_CHUNK) {
      const answer = await put(screen, id, zip, offset);
      if (answer.pack !== null) return answer.pack;
      id = answer.id;
    }
    throw new Error('the pack was not stored');
  };
  const served = (id: string) => fetch(new URL(`/overlay/picture/${id}`, ringside.url));
  const codeOf = (call: Promise<unknown>) =>
    call.then(
      () => null,
      (error: unknown) => (error instanceof RingsideError ? error.problem.code : String(error)),
    );

  it('are stored and served to the pages, and known to their host only', async () => {
    // A sketch that lies beside the pack makes the file larger than one part.
    const pack = await add(aya, zipOf({ ...samplePack(), 'sketch.psd': randomBytes(PACK_CHUNK) }));
    expect(pack).toMatchObject({ fills: 'style', name: { en: 'Lagoon' }, columns: 6, rows: 2 });
    const manifest = await served(pack.id);
    expect(manifest.headers.get('content-type')).toBe('application/json');
    const { files } = storedPackSchema.parse(await manifest.json());
    for (const [name, bytes] of Object.entries(samplePack())) {
      if (name === 'pack.json') continue;
      const answer = await served(files[name] ?? '');
      expect(answer.headers.get('content-type')).toBe('image/webp');
      expect(Buffer.compare(Buffer.from(await answer.arrayBuffer()), bytes)).toBe(0);
    }
    expect(await codeOf(ben.call('packs.remove', { id: pack.id }))).toBe('pack.gone');
  });

  it('are one pack if they are the same, and can be removed and restored', async () => {
    const pack = await add(aya, zipOf(samplePack()));
    expect((await add(aya, zipOf(samplePack()))).id).toBe(pack.id);
    await aya.call('packs.remove', { id: pack.id });
    expect(await codeOf(aya.call('packs.remove', { id: pack.id }))).toBe('pack.gone');
    await aya.call('packs.restore', { id: pack.id });
    await aya.call('packs.remove', { id: pack.id });
    expect((await add(aya, zipOf(samplePack()))).id).toBe(pack.id);
  });

  it('are refused before a byte is kept if they are too large, and in parts that do not follow', async () => {
    const zip = zipOf(samplePack());
    expect(await codeOf(put(aya, '', zip, 0, hostPackLimits.zipBytes + 1))).toBe('pack.tooLarge');
    const { id } = await put(aya, '', zip, 0, zip.length + 10);
    expect(await codeOf(put(ben, id, zip, 0))).toBe('pack.cut');
    expect(await codeOf(put(aya, id, zip, 0))).toBe('pack.cut');
    expect(await codeOf(add(aya, randomBytes(500)))).toBe('pack.zip');
  });

  it('are limited in number', async () => {
    const named = (index: number) =>
      zipOf(
        samplePackWith((pack) => {
          pack.name = { en: `Pack ${index}` };
        }),
      );
    for (let index = 0; index < hostPackLimits.packs; index += 1) await add(ben, named(index));
    expect(await codeOf(add(ben, named(99)))).toBe('pack.tooMany');
  });
});
