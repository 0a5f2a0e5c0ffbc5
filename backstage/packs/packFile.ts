import { createHash } from 'node:crypto';
import type { PictureId } from '#shared/contract/anchors.ts';
import { type ErrorCode, RingsideError } from '#shared/contract/error.ts';
import { hostPackLimits } from '#shared/contract/overlay/hostPack.ts';
import {
  filesOf,
  isSvg,
  type Pack,
  type PackPicture,
  packSchema,
  type StoredPack,
  storedPackSchema,
} from '#shared/contract/overlay/pack.ts';
import { LARGEST_SOUND, LONGEST_SOUND } from '#shared/contract/sound.ts';
import { decodedBytes, momentBytes, sourceBytes } from '#shared/overlay/packRules.ts';
import { isAnimated, pictureKind } from '../anchors/pictureStore.ts';
import { checkSound } from '../store/soundKind.ts';
import { checkLottie } from './lottieFile.ts';
import { checkSvg } from './svgFile.ts';
import { TooManyEntriesError, type ZipEntry, zipEntries } from './zipFile.ts';

/** A pack whose manifest and files are checked. */
export interface CheckedPack {
  /** The hash of the stored manifest. */
  id: PictureId;
  pack: Pack;
  manifest: Buffer;
  /** All files by their hashes, and their ids by name. */
  files: ReadonlyMap<PictureId, Buffer>;
  ids: Readonly<Record<string, PictureId>>;
  /** Bytes of the manifest and all files. */
  bytes: number;
}

const MIB = 1024 ** 2;

/**
 * Reads and checks a zip file with a pack. `pack.json` lies in it or in a folder of it, and the pictures lie beside
 * it. Other files are ignored.
 *
 * @throws RingsideError `pack.*`.
 */
export async function readPackFile(zip: Buffer): Promise<CheckedPack> {
  const entries = await orRefuse('pack.zip', zipEntries(zip, hostPackLimits.entries));
  const found = entries
    .filter(({ name }) => /(^|\/)pack\.json$/.test(name) && !name.startsWith('__MACOSX/'))
    .sort((a, b) => depth(a.name) - depth(b.name))[0];
  if (found === undefined) throw new RingsideError('pack.noManifest');
  const pack = parseManifest(await unpacked(found, 'pack.json', hostPackLimits.manifestBytes));
  const folder = found.name.slice(0, -'pack.json'.length);
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  const wanted = filesOf(pack).map((name) => ({ name, entry: byName.get(folder + name) }));
  let stated = 0;
  for (const { name, entry } of wanted) {
    if (entry === undefined) throw new RingsideError('pack.noFile', { file: name });
    stated += entry.size;
  }
  if (stated > hostPackLimits.bytes) throw tooLarge();
  const contents = new Map<string, Buffer>();
  for (const { name, entry } of wanted) {
    if (entry !== undefined) contents.set(name, await unpacked(entry, name, hostPackLimits.fileBytes));
  }
  return checkPack(pack, contents);
}

/** Checks the files of a pack by name against its manifest. @throws RingsideError `pack.*`. */
export function checkPack(pack: Pack, contents: ReadonlyMap<string, Buffer>): CheckedPack {
  const all = sourceBytes(pack);
  if (all > hostPackLimits.sourceBytes) {
    throw new RingsideError('pack.decodedAll', { used: up(all), limit: up(hostPackLimits.sourceBytes) });
  }
  const limit = hostPackLimits.decodedBytes[pack.fills];
  for (const index of pack.levels.keys()) {
    const used = decodedBytes(pack, index) + momentBytes(pack);
    if (used > limit) {
      throw new RingsideError('pack.decoded', { level: index + 1, used: up(used), limit: up(limit) });
    }
  }
  for (const picture of Object.values(pack.pictures)) checkPicture(picture, contents.get(picture.file));
  for (const file of Object.values(pack.sounds)) checkSoundFile(file, contents.get(file));
  for (const file of Object.values(pack.banners)) checkBanner(file, contents.get(file));
  const files = new Map<PictureId, Buffer>();
  const ids: Record<string, PictureId> = {};
  for (const [name, bytes] of contents) {
    const id = hashOf(bytes);
    files.set(id, bytes);
    ids[name] = id;
  }
  const stored: StoredPack = { pack, files: ids };
  const manifest = Buffer.from(JSON.stringify(stored));
  const bytes = [...files.values()].reduce((sum, file) => sum + file.length, manifest.length);
  if (bytes > hostPackLimits.bytes) throw tooLarge();
  return { id: hashOf(manifest), pack, manifest, files, ids, bytes };
}

/** Checks a stored manifest with its files again: an import may bring anything. Returns null unless all of it is valid. */
export function recheckPack(
  manifest: Uint8Array,
  read: (id: PictureId) => Uint8Array | null,
): CheckedPack | null {
  try {
    const { pack, files } = storedPackSchema.parse(JSON.parse(Buffer.from(manifest).toString('utf8')));
    const contents = new Map<string, Buffer>();
    for (const name of filesOf(pack)) {
      const bytes = read(files[name] ?? '');
      if (bytes === null) return null;
      contents.set(name, Buffer.from(bytes));
    }
    // An older Ringside may have stored the same pack with other bytes.
    return { ...checkPack(pack, contents), id: hashOf(manifest), manifest: Buffer.from(manifest) };
  } catch {
    return null;
  }
}

export const tooLarge = (): RingsideError =>
  new RingsideError('pack.tooLarge', { limit: hostPackLimits.bytes / MIB });

/** Reads a manifest. @throws RingsideError `pack.syntax`, `pack.noPicture`, `pack.manifest`. */
function parseManifest(bytes: Buffer): Pack {
  let content: unknown;
  try {
    // Editors on Windows begin files with a byte order mark.
    content = JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  } catch {
    throw new RingsideError('pack.syntax');
  }
  const parsed = packSchema.safeParse(content);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) {
    const missing = issue.code === 'custom' ? issue.params?.missing : undefined;
    if (typeof missing === 'string') throw new RingsideError('pack.noPicture', { name: missing });
  }
  const place = parsed.error.issues[0]?.path.map(String).join('.') ?? '';
  throw new RingsideError('pack.manifest', { place: (place || 'pack.json').slice(0, 100) });
}

/** Checks one picture. @throws RingsideError `pack.noFile`, `pack.notPicture`, `pack.animated`, `pack.size`. */
function checkPicture(
  { file, width, height, frames, columns }: PackPicture,
  bytes: Buffer | undefined,
): void {
  if (bytes === undefined) throw new RingsideError('pack.noFile', { file });
  if (isSvg(file)) {
    checkStill(file, { width, height }, bytes);
    return;
  }
  const kind = pictureKind(bytes);
  if (kind?.type !== 'image/webp') throw new RingsideError('pack.notPicture', { file });
  if (isAnimated(bytes)) throw new RingsideError('pack.animated', { file });
  const wanted = { width: width * columns, height: height * Math.ceil(frames / columns) };
  if (kind.width === wanted.width && kind.height === wanted.height) return;
  throw new RingsideError('pack.size', {
    file,
    is: `${kind.width}×${kind.height}`,
    wanted: `${wanted.width}×${wanted.height}`,
  });
}

/** Checks an SVG, whose view box must have the proportions of the picture. @throws RingsideError `pack.svg`, `pack.size`. */
function checkStill(file: string, size: { width: number; height: number }, bytes: Buffer): void {
  const svg = checkSvg(bytes);
  if ('refused' in svg) throw new RingsideError('pack.svg', { file, what: svg.refused });
  if (Math.abs(svg.width * size.height - svg.height * size.width) <= svg.width * size.height * 0.01) return;
  const [is, wanted] = [svg, size].map(({ width, height }) => `${width}×${height}`);
  throw new RingsideError('pack.size', { file, is: is ?? '', wanted: wanted ?? '' });
}

/** Checks one sound. @throws RingsideError `pack.noFile`, `pack.sound`. */
function checkSoundFile(file: string, bytes: Buffer | undefined): void {
  if (bytes === undefined) throw new RingsideError('pack.noFile', { file });
  try {
    checkSound(bytes);
  } catch (error) {
    if (!(error instanceof RingsideError)) throw error;
    throw new RingsideError('pack.sound', {
      file,
      limit: LONGEST_SOUND,
      megabytes: Math.round(LARGEST_SOUND / MIB),
    });
  }
}

/** Checks one banner. @throws RingsideError `pack.noFile`, `pack.banner`. */
function checkBanner(file: string, bytes: Buffer | undefined): void {
  if (bytes === undefined) throw new RingsideError('pack.noFile', { file });
  const what = checkLottie(bytes);
  if (what !== null) throw new RingsideError('pack.banner', { file, what });
}

async function unpacked(entry: ZipEntry, file: string, largest: number): Promise<Buffer> {
  if (entry.size > largest) {
    throw new RingsideError('pack.fileTooLarge', { file, limit: Math.floor(largest / 1024) });
  }
  return await orRefuse('pack.zip', entry.read());
}

async function orRefuse<T>(code: ErrorCode, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof TooManyEntriesError) {
      throw new RingsideError('pack.tooManyFiles', { limit: hostPackLimits.entries });
    }
    throw new RingsideError(code);
  }
}

const depth = (name: string): number => name.split('/').length;
const hashOf = (bytes: Uint8Array): PictureId => createHash('sha256').update(bytes).digest('hex');
/** MB, rounded up. */
const up = (bytes: number): number => Math.ceil((bytes / MIB) * 10) / 10;
