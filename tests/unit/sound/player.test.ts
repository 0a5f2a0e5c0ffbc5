import { describe, expect, it } from 'vitest';
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

describe('the sound of a pack for a streak', () => {
  /** Plays a win and a streak of one settlement. Returns the number of sounds that are heard. */
  async function heard(win: string): Promise<number> {
    let started = 0;
    const output = {
      state: 'running',
      sampleRate: 8000,
      destination: {},
      resume: () => Promise.resolve(),
      createBuffer: () => ({ duration: 0.1, copyToChannel: () => {} }),
      decodeAudioData: () => Promise.resolve({ duration: 1, copyToChannel: () => {} }),
      createBufferSource: () => ({
        buffer: null,
        connect: () => {},
        start: () => {
          started += 1;
        },
      }),
      createGain: () => ({ gain: { value: 1 }, connect: () => {} }),
    } satisfies SoundOutput;
    const read = () => Promise.resolve(new ArrayBuffer(0));
    let now = 0;
    const player = new SoundPlayer({ open: () => output, read, now: () => now });
    const settings = soundSettingsSchema.parse({ on: true, win });
    await Promise.all([
      player.play('win', settings, 'settlement-file'),
      player.play('streak', settings, 'streak-file'),
    ]);
    // The page of the widget draws the moment of the streak a little later.
    now = 500;
    await player.play('streak', settings, 'streak-file');
    return started;
  }

  it('gives way to that of the win of the same settlement', async () => {
    expect(await heard(soundSettingsSchema.parse({}).win)).toBe(1);
  });

  it('plays if a win has no sound', async () => {
    expect(await heard('')).toBe(1);
  });
});
