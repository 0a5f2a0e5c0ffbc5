import { type ErrorCode, RingsideError } from '#shared/contract/error.ts';
import { type HostPack, hostPackLimits } from '#shared/contract/overlay/hostPack.ts';
import type { Preset } from '#shared/contract/preset.ts';
import { chosenPacks } from '#shared/overlay/packRules.ts';
import type { PictureStore } from '../anchors/pictureStore.ts';
import type { Clock } from '../clock.ts';
import type { Hub, Notices } from '../hub.ts';
import type { Overlays } from '../overlay/overlays.ts';
import { PartUploads } from '../store/partUploads.ts';
import { readPackFile } from './packFile.ts';
import { PackStore } from './packStore.ts';

interface PacksOptions {
  dataDir: string;
  clock: Clock;
  hub: Pick<Hub, 'broadcast' | 'watch'>;
  notices: Pick<Notices, 'showStanding' | 'clear'>;
  pictures: PictureStore;
  /** The parts that can choose a pack. */
  presets: { list(): readonly Preset[] };
  overlays: () => Pick<Overlays, 'packsChanged' | 'list'>;
}

const NOTICE = 'pack.missing';
const MOST_NAMES = 3;

/** Adds and removes the effect packs of a host, and says when one that is chosen is not there. */
export class Packs {
  readonly store: PackStore;
  readonly #options: PacksOptions;
  readonly #uploads: PartUploads;
  #noticed = '';

  constructor(options: PacksOptions) {
    const { dataDir, clock, pictures } = options;
    this.#options = options;
    this.store = new PackStore(
      dataDir,
      pictures,
      () => clock.now(),
      () => this.#changed(),
    );
    this.#uploads = new PartUploads(
      {
        most: 2,
        largest: hostPackLimits.zipBytes,
        tooLarge: () => new RingsideError('pack.tooLarge', { limit: hostPackLimits.zipBytes / 1024 ** 2 }),
        cut: 'pack.cut' satisfies ErrorCode,
      },
      clock,
    );
  }

  /** The message for screens. */
  get shown() {
    return { packs: this.store.list() };
  }

  /**
   * Receives the next part of a zip file, and checks and stores the pack with the last one.
   *
   * @throws RingsideError `pack.*`, `storage.full`, `storage.unwritable`.
   */
  async put(
    id: string,
    size: number,
    offset: number,
    data: Buffer,
  ): Promise<{ id: string; pack: HostPack | null }> {
    const { id: key, whole } = this.#uploads.receive(id, size, offset, data);
    return { id: key, pack: whole === null ? null : this.store.add(await readPackFile(whole)) };
  }

  close(): void {
    this.#uploads.close();
  }

  /** Shows or removes the notice about packs that presets or widgets have chosen and that are not there. */
  updateNotice(): void {
    const { notices, presets, overlays } = this.#options;
    const lacks = (of: Parameters<typeof chosenPacks>[0]) =>
      chosenPacks(of).some((id) => this.store.fillsOf(id) === null);
    const names = [...presets.list().filter(lacks), ...overlays().list().filter(lacks)].map(
      ({ name }) => name,
    );
    const shown = names.slice(0, MOST_NAMES).join(', ') + (names.length > MOST_NAMES ? ' …' : '');
    if (shown === this.#noticed) return;
    this.#noticed = shown;
    if (shown === '') notices.clear(NOTICE);
    else notices.showStanding(NOTICE, 'warn', { code: 'pack.missing', params: { names: shown } });
  }

  #changed(): void {
    const { hub, overlays } = this.#options;
    overlays().packsChanged();
    hub.broadcast({ push: 'packs', packs: this.shown });
    this.updateNotice();
  }
}
