import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RingsideError } from '#shared/contract/error.ts';
import { SOUND_CHUNK, soundSettingsSchema } from '#shared/contract/sound.ts';
import type { ScreenClient } from '#tests/support/screenClient.ts';
import { wavOf } from '#tests/support/sounds.ts';
import { startTwoHosts, type TwoHosts } from './support/twoHosts.ts';

describe('sound files of hosts on a shared server', () => {
  let running: TwoHosts;
  beforeAll(async () => {
    running = await startTwoHosts();
  });
  afterAll(() => running.stop());
  const part = (screen: ScreenClient, id: string, whole: Uint8Array, offset: number, size = whole.length) =>
    screen.call('sounds.put', {
      id,
      size,
      offset,
      data: Buffer.from(whole.subarray(offset, offset + SOUND_CHUNK)).toString('base64'),
    });
  const codeOf = (call: Promise<unknown>) =>
    call.then(
      () => null,
      (error: unknown) => (error instanceof RingsideError ? error.problem.code : String(error)),
    );

  it('are received in parts and served to the overlay pages', async () => {
    const { aya } = running;
    const file = wavOf(10);
    const first = await part(aya, '', file, 0);
    const { sound } = await part(aya, first.id, file, SOUND_CHUNK);
    const { link } = await aya.call('overlay.create', { kind: 'pkBar', name: 'PK', language: 'en' });
    const options = {
      ...link.options,
      frame: { ...link.options.frame, sound: soundSettingsSchema.parse({ on: true, win: sound }) },
    };
    await aya.call('overlay.update', { id: link.id, name: link.name, options, changedAt: link.changedAt });
    const answer = await fetch(new URL(`/overlay/picture/${sound}`, running.ringside.url));
    expect(answer.headers.get('content-type')).toBe('audio/wav');
    expect(Buffer.compare(Buffer.from(await answer.arrayBuffer()), Buffer.from(file))).toBe(0);
  });

  it('are refused if they are garbage or a program, whatever the page calls them', async () => {
    const { aya } = running;
    const program = Buffer.from('MZ\x90\0this is not a song.mp3'.padEnd(5000, '\0'), 'latin1');
    for (const bytes of [randomBytes(5000), program, Buffer.from('<svg onload="alert(1)"/>')])
      expect(await codeOf(part(aya, '', bytes, 0))).toBe('sound.invalid');
  });

  it('are refused at the first part if they have 50 MB', async () => {
    const { aya } = running;
    expect(await codeOf(part(aya, '', wavOf(1), 0, 50 * 1024 ** 2))).toBe('sound.tooLarge');
  });

  it('cannot be continued by another account, and a cut upload leaves nothing', async () => {
    const { aya, ben } = running;
    const file = wavOf(10);
    const { id } = await part(aya, '', file, 0);
    expect(await codeOf(part(ben, id, file, SOUND_CHUNK))).toBe('sound.cut');
    expect(await codeOf(part(aya, id, file, SOUND_CHUNK + 2))).toBe('sound.cut');
    expect(await codeOf(part(aya, id, file, SOUND_CHUNK))).toBe('sound.cut');
  });
});
