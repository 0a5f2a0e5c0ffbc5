import { expect, it } from 'vitest';
import { soundSettingsSchema } from '#shared/contract/sound.ts';
import { type SoundOutput, SoundPlayer } from '#shared/sound/player.ts';

it('a page that may not play yet asks once, drops what is late, and plays the next sound', async () => {
  let now = 0;
  let asked = 0;
  let started = 0;
  const allowed = Promise.withResolvers<void>();
  const output = {
    state: 'suspended',
    sampleRate: 8000,
    destination: {},
    resume: () => {
      asked += 1;
      return allowed.promise;
    },
    createBuffer: () => ({ duration: 0.1, copyToChannel: () => {} }),
    decodeAudioData: () => Promise.reject(new Error('no file')),
    createBufferSource: () => ({
      buffer: null,
      connect: () => {},
      start: () => {
        started += 1;
      },
    }),
    createGain: () => ({ gain: { value: 1 }, connect: () => {} }),
  } satisfies SoundOutput;
  const player = new SoundPlayer({ open: () => output, read: () => Promise.reject(), now: () => now });
  const settings = soundSettingsSchema.parse({ on: true });
  const storm = Array.from({ length: 1000 }, () => player.play('gift', settings));
  await expect.poll(() => asked).toBe(1);
  now = 60_000;
  output.state = 'running';
  allowed.resolve();
  await Promise.all(storm);
  expect([asked, started]).toEqual([1, 0]);
  await player.play('gift', settings);
  expect([asked, started]).toEqual([1, 1]);
});
