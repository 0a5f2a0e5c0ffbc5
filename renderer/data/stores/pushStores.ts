import { createStore, type StoreApi } from 'zustand/vanilla';
import { type AnchorFacts, accountKey } from '#shared/contract/anchors.ts';
import type { Push } from '#shared/contract/backstage.ts';
import type { PageLine, ShownLine } from '#shared/contract/connection.ts';
import type { Problem } from '#shared/contract/error.ts';
import type { HostPack } from '#shared/contract/overlay/hostPack.ts';
import type { Phones } from '#shared/contract/phones.ts';
import type { Preset } from '#shared/contract/preset.ts';
import type { Remotes } from '#shared/contract/remote/token.ts';
import type { Hooks } from '#shared/contract/webhooks.ts';
import type { BackstageLink } from '../platform/platform.ts';

/** `null` until the first push. */
export type PresetsStore = StoreApi<{ presets: Preset[] | null }>;
export type LinesStore = StoreApi<{
  lines: ShownLine[] | null;
  bothLines: boolean;
  page: PageLine;
  pageWindows: boolean;
}>;

/** `null` until the first push. */
export type PacksStore = StoreApi<{ packs: readonly HostPack[] | null }>;

/** Stores the host's effect packs that the backstage pushes. */
export function createPacksStore(link: BackstageLink): PacksStore {
  const store: PacksStore = createStore(() => ({ packs: null }));
  link.onPush((push) => {
    if (push.push === 'packs') store.setState({ packs: push.packs.packs });
  });
  return store;
}

/** `null` until the first push. */
export type PhonesStore = StoreApi<{ phones: Phones | null }>;

/** Stores the paired phones that the backstage pushes. */
export function createPhonesStore(link: BackstageLink): PhonesStore {
  const store: PhonesStore = createStore(() => ({ phones: null }));
  link.onPush((push) => {
    if (push.push === 'phones') store.setState({ phones: push.phones });
  });
  return store;
}

/** `null` until the first push. */
export type RemotesStore = StoreApi<{ remotes: Remotes | null }>;

/** Stores the tokens of the remote API that the backstage pushes. */
export function createRemotesStore(link: BackstageLink): RemotesStore {
  const store: RemotesStore = createStore(() => ({ remotes: null }));
  link.onPush((push) => {
    if (push.push === 'remotes') store.setState({ remotes: push.remotes });
  });
  return store;
}

/** `null` until the first push. */
export type WebhooksStore = StoreApi<{ webhooks: Hooks | null }>;

/** Stores the webhooks that the backstage pushes. */
export function createWebhooksStore(link: BackstageLink): WebhooksStore {
  const store: WebhooksStore = createStore(() => ({ webhooks: null }));
  link.onPush((push) => {
    if (push.push === 'webhooks') store.setState({ webhooks: push.webhooks });
  });
  return store;
}

/** Stores the presets that the backstage pushes. */
export function createPresetsStore(link: BackstageLink): PresetsStore {
  const store: PresetsStore = createStore(() => ({ presets: null }));
  link.onPush((push) => {
    if (push.push === 'presets') store.setState({ presets: push.presets });
  });
  return store;
}

/** Stores the two lines that the backstage pushes; `bothLines` is true if it receives both at once. */
export function createLinesStore(link: BackstageLink): LinesStore {
  const store: LinesStore = createStore(() => ({
    lines: null,
    bothLines: false,
    page: 'unavailable',
    pageWindows: false,
  }));
  link.onPush((push) => {
    if (push.push === 'lines') {
      store.setState({
        lines: push.lines,
        bothLines: push.bothLines,
        page: push.page,
        pageWindows: push.pageWindows,
      });
    }
  });
  return store;
}

/** The ids of the stored pictures of gifts, by gift. */
export type GiftPicturesStore = StoreApi<{ byGift: ReadonlyMap<number, string> }>;

/** Collects the pictures of gifts that the backstage pushes. */
export function createGiftPicturesStore(link: BackstageLink): GiftPicturesStore {
  const store: GiftPicturesStore = createStore(() => ({ byGift: new Map() }));
  link.onPush((push) => {
    if (push.push !== 'giftPictures' || push.pictures.length === 0) return;
    const byGift = new Map(store.getState().byGift);
    for (const { giftId, picture } of push.pictures) byGift.set(giftId, picture);
    store.setState({ byGift });
  });
  return store;
}

/** The platform's data of the show's anchors, by `accountKey(username)`. */
export type AnchorsStore = StoreApi<{ byName: ReadonlyMap<string, AnchorFacts> }>;

/** Stores the anchors' data that the backstage pushes. */
export function createAnchorsStore(link: BackstageLink): AnchorsStore {
  const store: AnchorsStore = createStore(() => ({ byName: new Map() }));
  link.onPush((push) => {
    if (push.push !== 'anchors') return;
    store.setState({ byName: new Map(push.anchors.map((facts) => [accountKey(facts.username), facts])) });
  });
  return store;
}

export type NoticePush = Extract<Push, { push: 'notice' }>;

export interface Notice {
  id: string;
  severity: NoticePush['severity'];
  problem: Problem;
}

export type NoticesStore = StoreApi<{ standing: Notice[] }>;

/** Stores the standing notices. A notice that is not standing goes to `onPassing`, which shows a toast. */
export function createNoticesStore(link: BackstageLink, onPassing: (notice: Notice) => void): NoticesStore {
  const store: NoticesStore = createStore(() => ({ standing: [] }));
  link.onPush((push) => {
    if (push.push !== 'notice') return;
    const others = store.getState().standing.filter((notice) => notice.id !== push.id);
    if (push.problem === null) {
      store.setState({ standing: others });
      return;
    }
    const notice: Notice = { id: push.id, severity: push.severity, problem: push.problem };
    if (push.standing) store.setState({ standing: [...others, notice] });
    else onPassing(notice);
  });
  link.onState((state) => {
    // The backstage sends its standing notices again to every screen that joins.
    if (state.phase === 'connecting') store.setState({ standing: [] });
  });
  return store;
}
