import type { AnchorBook } from './anchors/anchorBook.ts';
import type { PictureStore } from './anchors/pictureStore.ts';
import type { Clock } from './clock.ts';
import type { FolderIdentity } from './dataFolder.ts';
import type { Allowance, DiskQuota } from './diskQuota.ts';
import type { Hub, Notices } from './hub.ts';
import type { Overlays } from './overlay/overlays.ts';
import type { Packs } from './packs/packs.ts';
import type { PhoneRemotes } from './phones/phones.ts';
import type { Remotes } from './remote/remotes.ts';
import type { Rehearsals } from './room/rehearsals.ts';
import type { Rooms } from './room/rooms.ts';
import type { Archive } from './show/archive.ts';
import type { Trash } from './show/trash.ts';
import type { ShowManager } from './showManager.ts';
import type { Pages } from './sources/page/pageSource.ts';
import type { FontUploads } from './store/fontUploads.ts';
import type { GiftPictures } from './store/giftPictures.ts';
import type { LearnedStore } from './store/learnedStore.ts';
import type { LineStore } from './store/lineStore.ts';
import type { SoundUploads } from './store/partUploads.ts';
import type { PayoutStore } from './store/payoutStore.ts';
import type { PresetStore } from './store/presetStore.ts';
import type { SeasonStore } from './store/seasonStore.ts';
import type { ThemeStore } from './store/themeStore.ts';
import type { TransferEndpoint } from './transfer/endpoint.ts';
import type { Webhooks } from './webhooks/webhooks.ts';

/** The components of one backstage, as request handlers use them. */
export interface Core {
  readonly build: string;
  readonly allowance: Allowance;
  readonly quota: DiskQuota;
  readonly clock: Clock;
  readonly random: () => number;
  readonly hub: Hub;
  readonly notices: Notices;
  readonly shows: ShowManager;
  readonly rooms: Rooms;
  readonly rehearsals: Rehearsals;
  readonly presets: PresetStore;
  readonly lines: LineStore;
  /** The browser for lines of the kind `page`; undefined if this installation offers none. */
  readonly pages: Pages | undefined;
  readonly learned: LearnedStore;
  readonly giftPictures: GiftPictures;
  readonly anchors: AnchorBook;
  readonly pictures: PictureStore;
  readonly sounds: SoundUploads;
  readonly packs: Packs;
  readonly fonts: FontUploads;
  readonly overlays: Overlays;
  readonly phones: PhoneRemotes;
  readonly remotes: Remotes;
  readonly webhooks: Webhooks;
  readonly payouts: PayoutStore;
  readonly seasons: SeasonStore;
  readonly themes: ThemeStore;
  readonly transfers: TransferEndpoint;
  readonly archive: Archive;
  readonly trash: Trash;
  readonly identity: FolderIdentity;
  /** The seed of the simulated viewers. It is fixed, so every rehearsal has the same viewers. */
  readonly rehearsalSeed: number;
  readonly log: (message: string, error?: unknown) => void;
}
