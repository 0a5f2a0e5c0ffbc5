import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RingsideError } from '#shared/contract/error.ts';
import { type HostPack, hostPackLimits, PACK_CHUNK } from '#shared/contract/overlay/hostPack.ts';
import { storedPackSchema } from '#shared/contract/overlay/pack.ts';
import { samplePack, samplePackWith, zipOf } from '#tests/support/samplePack.ts';
import type { ScreenClient } from '#tests/support/screenClient.ts';
import { startTwoHosts, type TwoHosts } from './support/twoHosts.ts';

describe('effect packs of hosts on a shared server', () => {
  let hosts: TwoHosts;
  beforeAll(async () => {
    hosts = await startTwoHosts();
  });
  afterAll(() => hosts.stop());

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
  const served = (id: string) => fetch(new URL(`/overlay/picture/${id}`, hosts.ringside.url));
  const codeOf = (call: Promise<unknown>) =>
    call.then(
      () => null,
      (error: unknown) => (error instanceof RingsideError ? error.problem.code : String(error)),
    );

  it('are stored and served to the pages, and known to their host only', async () => {
    // A sketch that lies beside the pack makes the file larger than one part.
    const pack = await add(hosts.aya, zipOf({ ...samplePack(), 'sketch.psd': randomBytes(PACK_CHUNK) }));
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
    expect(await codeOf(hosts.ben.call('packs.remove', { id: pack.id }))).toBe('pack.gone');
  });

  it('are one pack if they are the same, and can be removed and restored', async () => {
    const pack = await add(hosts.aya, zipOf(samplePack()));
    expect((await add(hosts.aya, zipOf(samplePack()))).id).toBe(pack.id);
    await hosts.aya.call('packs.remove', { id: pack.id });
    expect(await codeOf(hosts.aya.call('packs.remove', { id: pack.id }))).toBe('pack.gone');
    await hosts.aya.call('packs.restore', { id: pack.id });
    await hosts.aya.call('packs.remove', { id: pack.id });
    expect((await add(hosts.aya, zipOf(samplePack()))).id).toBe(pack.id);
  });

  it('are refused before a byte is kept if they are too large, and in parts that do not follow', async () => {
    const zip = zipOf(samplePack());
    expect(await codeOf(put(hosts.aya, '', zip, 0, hostPackLimits.zipBytes + 1))).toBe('pack.tooLarge');
    const { id } = await put(hosts.aya, '', zip, 0, zip.length + 10);
    expect(await codeOf(put(hosts.ben, id, zip, 0))).toBe('pack.cut');
    expect(await codeOf(put(hosts.aya, id, zip, 0))).toBe('pack.cut');
    expect(await codeOf(add(hosts.aya, randomBytes(500)))).toBe('pack.zip');
  });

  it('are limited in number', async () => {
    const named = (index: number) =>
      zipOf(
        samplePackWith((pack) => {
          pack.name = { en: `Pack ${index}` };
        }),
      );
    for (let index = 0; index < hostPackLimits.packs; index += 1) await add(hosts.ben, named(index));
    expect(await codeOf(add(hosts.ben, named(99)))).toBe('pack.tooMany');
  });
});
