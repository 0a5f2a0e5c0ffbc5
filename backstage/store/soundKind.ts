import { RingsideError } from '#shared/contract/error.ts';
import { LARGEST_SOUND, LONGEST_SOUND } from '#shared/contract/sound.ts';

/** What the bytes of a sound file say. */
interface SoundKind {
  type: 'audio/wav' | 'audio/mpeg' | 'audio/ogg' | 'audio/mp4';
  seconds: number;
}

/** Checks a whole file. @throws RingsideError `sound.tooLarge`, `sound.invalid`, `sound.tooLong`. */
export function checkSound(bytes: Uint8Array): void {
  if (bytes.length > LARGEST_SOUND) throw tooLarge();
  const kind = soundKind(bytes);
  if (kind === null) throw new RingsideError('sound.invalid');
  if (kind.seconds > LONGEST_SOUND) throw new RingsideError('sound.tooLong', { limit: LONGEST_SOUND });
}

/** The error for a file of too many bytes; the limit is in MB. */
export const tooLarge = (): RingsideError =>
  new RingsideError('sound.tooLarge', { limit: Math.round(LARGEST_SOUND / 1024 ** 2) });

/**
 * Detects the type and length of a sound from its bytes, whatever its name says. Returns null unless it is WAV, MP3,
 * Ogg (Vorbis or Opus) or M4A.
 */
export function soundKind(bytes: Uint8Array): SoundKind | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (textAt(view, 0, 4) === 'RIFF' && textAt(view, 8, 4) === 'WAVE') return wav(view);
    if (textAt(view, 0, 4) === 'OggS') return ogg(view);
    if (textAt(view, 4, 4) === 'ftyp') return m4a(view);
    return mp3(view);
  } catch (error) {
    // A header that points beyond the end.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function textAt(view: DataView, at: number, length: number): string {
  let text = '';
  for (let index = at; index < Math.min(at + length, view.byteLength); index += 1)
    text += String.fromCharCode(view.getUint8(index));
  return text;
}

function lasting(type: SoundKind['type'], seconds: number): SoundKind | null {
  return Number.isFinite(seconds) && seconds > 0 ? { type, seconds } : null;
}

function wav(view: DataView): SoundKind | null {
  let bytesPerSecond = 0;
  for (let at = 12; at + 8 <= view.byteLength; ) {
    const size = view.getUint32(at + 4, true);
    const name = textAt(view, at, 4);
    if (name === 'fmt ') bytesPerSecond = view.getUint32(at + 16, true);
    if (name === 'data') {
      return lasting('audio/wav', Math.min(size, view.byteLength - at - 8) / bytesPerSecond);
    }
    // Chunks begin at even places.
    at += 8 + size + (size % 2);
  }
  return null;
}

/** The last page of an Ogg file has the number of samples. */
function ogg(view: DataView): SoundKind | null {
  const packet = 28;
  const isOpus = textAt(view, packet, 8) === 'OpusHead';
  const isVorbis = textAt(view, packet, 7) === '\x01vorbis';
  if (!isOpus && !isVorbis) return null;
  const rate = isOpus ? 48_000 : view.getUint32(packet + 12, true);
  let samples = 0;
  for (let at = 0; at + 27 <= view.byteLength; ) {
    if (textAt(view, at, 4) !== 'OggS') return null;
    const position = view.getBigInt64(at + 6, true);
    if (position > 0n) samples = Number(position);
    const segments = view.getUint8(at + 26);
    let size = 27 + segments;
    for (let index = 0; index < segments; index += 1) size += view.getUint8(at + 27 + index);
    at += size;
  }
  return lasting('audio/ogg', samples / rate);
}

/** The box `moov` contains `mvhd`, which has the length of the file. */
function m4a(view: DataView): SoundKind | null {
  const brand = textAt(view, 8, 4);
  if (!['M4A ', 'M4B ', 'mp42', 'mp41', 'isom', 'iso2', 'iso5', 'iso6', 'dash'].includes(brand)) return null;
  const header = boxIn(view, boxIn(view, { from: 0, to: view.byteLength }, 'moov'), 'mvhd');
  if (header === null) return null;
  const { from } = header;
  const [scale, length] =
    view.getUint8(from) === 1
      ? [view.getUint32(from + 20), Number(view.getBigUint64(from + 24))]
      : [view.getUint32(from + 12), view.getUint32(from + 16)];
  return lasting('audio/mp4', length / scale);
}

interface Range {
  from: number;
  to: number;
}

/** The content of the first box with this name. */
function boxIn(view: DataView, within: Range | null, name: string): Range | null {
  if (within === null) return null;
  for (let at = within.from; at + 8 <= within.to; ) {
    const size = view.getUint32(at);
    if (size < 8) return null;
    if (textAt(view, at + 4, 4) === name) return { from: at + 8, to: Math.min(at + size, within.to) };
    at += size;
  }
  return null;
}

/** kbit/s of layer III by the header's index, of MPEG 1 and of MPEG 2 and 2.5. */
const rates1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const rates2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const samplings = [44_100, 48_000, 32_000];
/** So many frames must follow each other: two bytes of noise can look like the start of one. */
const FEWEST_FRAMES = 3;

/** Adds up the frames of an MP3 file, after its tags. */
function mp3(view: DataView): SoundKind | null {
  let at = 0;
  while (textAt(view, at, 3) === 'ID3') {
    const size = [6, 7, 8, 9].reduce((sum, place) => sum * 128 + (view.getUint8(at + place) & 0x7f), 0);
    at += 10 + size;
  }
  let seconds = 0;
  let frames = 0;
  while (at + 4 <= view.byteLength) {
    const frame = mp3Frame(view.getUint32(at));
    if (frame === null) break;
    seconds += frame.seconds;
    frames += 1;
    at += frame.size;
  }
  return frames < FEWEST_FRAMES ? null : lasting('audio/mpeg', seconds);
}

function mp3Frame(header: number): { size: number; seconds: number } | null {
  const version = (header >>> 19) & 3;
  const isLayer3 = ((header >>> 17) & 3) === 1;
  const kilobits = (version === 3 ? rates1 : rates2)[(header >>> 12) & 15] ?? 0;
  const sampling = samplings[(header >>> 10) & 3];
  const isSynced = header >>> 21 === 0x7ff;
  if (!isSynced || version === 1 || !isLayer3 || kilobits === 0 || sampling === undefined) return null;
  const perSecond = sampling / (version === 3 ? 1 : version === 2 ? 2 : 4);
  const samples = version === 3 ? 1152 : 576;
  const size = Math.floor((samples / 8) * ((kilobits * 1000) / perSecond)) + ((header >>> 9) & 1);
  return { size, seconds: samples / perSecond };
}
