import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { PictureStore } from '#backstage/anchors/pictureStore.ts';
import { SoundUploads } from '#backstage/store/partUploads.ts';
import { checkSound, soundKind } from '#backstage/store/soundKind.ts';
import { LARGEST_SOUND, ownSounds, soundSettingsSchema } from '#shared/contract/sound.ts';
import { renderSound } from '#shared/sound/ownSounds.ts';
import { m4aOf, mp3Of, oggOf, soundFile, wavOf } from '#tests/support/sounds.ts';
import { ManualClock } from '../backstage/manualClock.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function uploads() {
  const folder = mkdtempSync(join(tmpdir(), 'ringside-sounds-'));
  folders.push(folder);
  const store = new PictureStore(folder, () => []);
  const clock = new ManualClock(0);
  return { store, clock, uploads: new SoundUploads(store, clock) };
}

/** The code of the error that `run` throws. */
function refusal(run: () => unknown): unknown {
  try {
    run();
    return null;
  } catch (error) {
    return Object(error).problem?.code;
  }
}

describe('sounds of Ringside', () => {
  it.each(ownSounds)('%s is heard, short, never clipped, and the same each time', (name) => {
    const samples = renderSound(name, 24_000);
    const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    expect(loudest).toBeCloseTo(0.8, 3);
    expect(samples.length / 24_000).toBeLessThan(3);
    expect(Math.abs(samples.at(-1) ?? 1)).toBeLessThan(0.02);
    expect(renderSound(name, 24_000)).toEqual(samples);
  });

  it('differ from each other', () => {
    const all = ownSounds.map((name) => renderSound(name, 8000).slice(0, 700).join());
    expect(new Set(all).size).toBe(ownSounds.length);
  });

  it('are off in settings that were stored before there were sounds', () => {
    expect(soundSettingsSchema.parse({}).on).toBe(false);
  });
});

describe('sound file', () => {
  it.each([
    ['audio/wav', wavOf(2)],
    ['audio/mpeg', mp3Of(2)],
    ['audio/ogg', oggOf(2)],
    ['audio/mp4', m4aOf(2)],
  ])('is known as %s by its bytes, with its length', (type, bytes) => {
    const kind = soundKind(bytes);
    expect(kind?.type).toBe(type);
    expect(kind?.seconds).toBeCloseTo(2, 1);
  });

  it.each([
    ['audio/ogg', 'tone.ogg'],
    ['audio/ogg', 'tone.opus'],
    ['audio/mp4', 'tone.m4a'],
  ])('of a common encoder is known as %s: %s', (type, name) => {
    const bytes = soundFile(name);
    expect(soundKind(bytes)?.type).toBe(type);
    expect(Math.abs((soundKind(bytes)?.seconds ?? 0) - 0.6)).toBeLessThan(0.1);
    expect(() => checkSound(bytes)).not.toThrow();
  });

  it('is refused if it is too long, too large or no sound', () => {
    expect(refusal(() => checkSound(m4aOf(16)))).toBe('sound.tooLong');
    expect(refusal(() => checkSound(new Uint8Array(LARGEST_SOUND + 1)))).toBe('sound.tooLarge');
    expect(refusal(() => checkSound(new TextEncoder().encode('<svg/>')))).toBe('sound.invalid');
    expect(refusal(() => checkSound(wavOf(2).subarray(0, 40)))).toBe('sound.invalid');
  });

  it('never breaks the check, whatever its bytes are', () => {
    const starts = [wavOf(1), mp3Of(1), oggOf(1), m4aOf(1)].map((bytes) => bytes.slice(0, 400));
    const hostile = fc.tuple(fc.constantFrom(...starts), fc.nat(399), fc.uint8Array({ maxLength: 60 }));
    fc.assert(
      fc.property(hostile, ([start, at, noise]) => {
        const bytes = new Uint8Array([...start.subarray(0, at), ...noise]);
        const kind = soundKind(bytes);
        if (kind !== null) expect(kind.seconds).toBeGreaterThan(0);
      }),
    );
  });
});

describe('upload of a sound', () => {
  it('is stored once the last part has come, and is served with its type', () => {
    const { store, uploads: target } = uploads();
    const bytes = Buffer.from(wavOf(2));
    const first = target.put('', bytes.length, 0, bytes.subarray(0, 20_000));
    expect(first.sound).toBe('');
    const { sound } = target.put(first.id, bytes.length, 20_000, bytes.subarray(20_000));
    expect(store.read(sound)?.type).toBe('audio/wav');
    expect(Buffer.compare(Buffer.from(store.read(sound)?.bytes ?? []), bytes)).toBe(0);
  });

  it('is refused before a byte is kept if it will be too large, and when a part is missing', () => {
    const { uploads: target } = uploads();
    const part = Buffer.alloc(1000);
    expect(refusal(() => target.put('', 50 * 1024 ** 2, 0, part))).toBe('sound.tooLarge');
    const { id } = target.put('', 5000, 0, part);
    expect(refusal(() => target.put(id, 5000, 2000, part))).toBe('sound.cut');
    expect(refusal(() => target.put(id, 5000, 1000, part))).toBe('sound.cut');
    expect(refusal(() => target.put('unknown', 5000, 0, part))).toBe('sound.cut');
    expect(refusal(() => target.put('', 5000, 0, Buffer.alloc(0)))).toBe('sound.cut');
  });

  it('is forgotten a minute after its last part', () => {
    const { uploads: target, clock } = uploads();
    const { id } = target.put('', 5000, 0, Buffer.alloc(1000));
    clock.advance(59_000);
    target.put(id, 5000, 1000, Buffer.alloc(1000));
    clock.advance(59_000);
    expect(target.waitingBytes).toBe(2000);
    clock.advance(2000);
    expect(target.waitingBytes).toBe(0);
    expect(refusal(() => target.put(id, 5000, 2000, Buffer.alloc(1000)))).toBe('sound.cut');
  });
});
