import {
  type Pack,
  type PackMoment,
  packMoments,
  packSchema,
  storedPackSchema,
} from '#shared/contract/overlay/pack.ts';
import { isPackId } from '#shared/contract/rules.ts';
import type { PackSounds } from '#shared/sound/packSounds.ts';
import { type BannerSource, loadPlayer } from '../moments/lottieBanner.ts';

/** A pack with its pictures. */
export interface LoadedPack {
  pack: Pack;
  images: ReadonlyMap<string, HTMLImageElement>;
  /** The files of its sounds. */
  sounds: PackSounds;
  banners: ReadonlyMap<PackMoment, BannerSource>;
}

/** The URLs of all manifests and pictures by their paths. A failed `fetch` can be repeated, a failed `import` cannot. */
const files = import.meta.glob<string>('../../packs/*/*', { import: 'default', query: '?url', eager: true });

/** The files of the host's packs lie beside the uploaded pictures. */
const hostFile = (id: string): string => `/overlay/picture/${id}`;

/** Shortest time between two attempts to load a pack (ms). */
const RETRY_MS = 2000;

/** The pack of the host is not on the hub. */
class MissingPackError extends Error {}

/** Loads packs when they are first wanted and keeps them. A name is that of a folder, or the id of a pack of the host. */
export class PackLibrary {
  private readonly loaded = new Map<string, LoadedPack>();
  private readonly loading = new Set<string>();
  private readonly missing = new Set<string>();
  private readonly arrived: () => void;

  /** `arrived` is called after a pack was loaded, and when a failed one may be tried again. */
  constructor(arrived: () => void) {
    this.arrived = arrived;
  }

  /** Whether the hub does not have this pack. It is tried again after other effects were wanted. */
  lacks(name: string): boolean {
    return this.missing.has(name);
  }

  /** Returns the packs, or null while one of them is loading. */
  get(names: readonly string[]): LoadedPack[] | null {
    const packs = names.map((name) => this.loaded.get(name) ?? null);
    for (const [index, name] of names.entries()) if (packs[index] === null) this.load(name);
    return packs.every((pack) => pack !== null) ? packs : null;
  }

  /** Returns a pack if it is loaded; otherwise begins to load it. */
  peek(name: string): LoadedPack | null {
    return this.get([name])?.[0] ?? null;
  }

  /** Tries packs again that are not among these. */
  forgetMissing(wanted: readonly string[]): void {
    for (const name of this.missing) if (!wanted.includes(name)) this.missing.delete(name);
  }

  private load(name: string): void {
    if (this.loading.has(name) || this.missing.has(name)) return;
    this.loading.add(name);
    const ended = () => {
      this.loading.delete(name);
      this.arrived();
    };
    (isPackId(name) ? loadHostPack(name) : loadPack(name)).then(
      (pack) => {
        this.loaded.set(name, pack);
        ended();
      },
      (error: unknown) => {
        if (error instanceof MissingPackError) {
          this.missing.add(name);
          ended();
          // The hub is away, or serves another build. The page keeps what it shows.
        } else window.setTimeout(ended, RETRY_MS);
      },
    );
  }
}

async function loadPack(name: string): Promise<LoadedPack> {
  const answer = await fetch(files[`../../packs/${name}/pack.json`] ?? '');
  if (!answer.ok) throw new Error(`The effect pack ${name} was not served: ${answer.status}.`);
  const pack = packSchema.parse(await answer.json());
  const urlOf = (file: string) => files[`../../packs/${name}/${file}`] ?? '';
  const [images, banners] = await Promise.all([loadImages(pack, urlOf), loadBanners(pack, urlOf)]);
  return { pack, images, sounds: {}, banners };
}

/** @throws MissingPackError. */
async function loadHostPack(id: string): Promise<LoadedPack> {
  const answer = await fetch(hostFile(id));
  if (answer.status === 404) throw new MissingPackError();
  if (!answer.ok) throw new Error(`The effect pack ${id} was not served: ${answer.status}.`);
  const stored = storedPackSchema.safeParse(await answer.json());
  // A newer hub may know more than this page.
  if (!stored.success) throw new MissingPackError();
  const { pack, files: ids } = stored.data;
  const urlOf = (file: string) => hostFile(ids[file] ?? '');
  try {
    const sounds = Object.fromEntries(
      Object.entries(pack.sounds).map(([cue, file]) => [cue, ids[file] ?? '']),
    );
    const [images, banners] = await Promise.all([loadImages(pack, urlOf), loadBanners(pack, urlOf)]);
    return { pack, images, sounds, banners };
  } catch (error) {
    // A picture that is there and cannot be decoded will never be shown.
    const answers = await Promise.all(Object.values(pack.pictures).map(({ file }) => fetch(urlOf(file))));
    if (answers.every(({ status }) => status === 200 || status === 404)) throw new MissingPackError();
    throw error;
  }
}

async function loadImages(
  { pictures }: Pack,
  urlOf: (file: string) => string,
): Promise<Map<string, HTMLImageElement>> {
  const images = await Promise.all(
    Object.entries(pictures).map(async ([name, { file }]) => {
      const image = new Image();
      image.src = urlOf(file);
      await image.decode();
      return [name, image] as const;
    }),
  );
  return new Map(images);
}

/** Loads the banners, and the library that draws them if the pack has any. */
async function loadBanners(
  { banners }: Pack,
  urlOf: (file: string) => string,
): Promise<Map<PackMoment, BannerSource>> {
  const named = packMoments.flatMap((kind) =>
    banners[kind] === undefined ? [] : [[kind, banners[kind]] as const],
  );
  const player = named.length === 0 ? null : await loadPlayer();
  if (player === null) return new Map();
  const loaded = await Promise.all(
    named.map(async ([kind, file]) => {
      const answer = await fetch(urlOf(file));
      if (!answer.ok) throw new Error(`The banner ${file} was not served: ${answer.status}.`);
      return [kind, { text: await answer.text(), player }] as const;
    }),
  );
  return new Map(loaded);
}
