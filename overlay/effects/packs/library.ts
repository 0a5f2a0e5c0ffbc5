import { type Pack, packSchema } from '#shared/contract/overlay/pack.ts';

/** A pack with its pictures. */
export interface LoadedPack {
  pack: Pack;
  images: ReadonlyMap<string, HTMLImageElement>;
}

/** The URLs of all manifests and pictures by their paths. A failed `fetch` can be repeated, a failed `import` cannot. */
const files = import.meta.glob<string>('../../packs/*/*', { import: 'default', query: '?url', eager: true });

/** Shortest time between two attempts to load a pack (ms). */
const RETRY_MS = 2000;

/** Loads packs when they are first wanted and keeps them. */
export class PackLibrary {
  private readonly loaded = new Map<string, LoadedPack>();
  private readonly loading = new Set<string>();
  private readonly arrived: () => void;

  /** `arrived` is called after a pack was loaded, and when a failed one may be tried again. */
  constructor(arrived: () => void) {
    this.arrived = arrived;
  }

  /** Returns the packs, or null while one of them is loading. */
  get(names: readonly string[]): LoadedPack[] | null {
    const packs = names.map((name) => this.loaded.get(name) ?? null);
    for (const [index, name] of names.entries()) if (packs[index] === null) this.load(name);
    return packs.every((pack) => pack !== null) ? packs : null;
  }

  private load(name: string): void {
    if (this.loading.has(name)) return;
    this.loading.add(name);
    const ended = () => {
      this.loading.delete(name);
      this.arrived();
    };
    loadPack(name).then(
      (pack) => {
        this.loaded.set(name, pack);
        ended();
      },
      // The hub is away, or serves another build. The page keeps what it shows.
      () => window.setTimeout(ended, RETRY_MS),
    );
  }
}

async function loadPack(name: string): Promise<LoadedPack> {
  const answer = await fetch(files[`../../packs/${name}/pack.json`] ?? '');
  if (!answer.ok) throw new Error(`The effect pack ${name} was not served: ${answer.status}.`);
  const pack = packSchema.parse(await answer.json());
  const images = await Promise.all(
    Object.entries(pack.pictures).map(async ([picture, { file }]) => {
      const image = new Image();
      image.src = files[`../../packs/${name}/${file}`] ?? '';
      await image.decode();
      return [picture, image] as const;
    }),
  );
  return { pack, images: new Map(images) };
}
