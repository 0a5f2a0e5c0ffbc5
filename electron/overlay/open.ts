import type { Backstage } from '#backstage/api.ts';
import type { OverlayDoor } from '#backstage/overlay/door.ts';
import { type Loopback, openLoopback } from '#backstage/overlay/loopback.ts';
import { APP_ORIGIN } from '#shared/contract/desktop.ts';
import { LocalFiles, type LocalLink } from './localFiles.ts';

export interface OverlayFolders {
  /** What the backstage keeps. */
  dataDir: string;
  /** The built overlay pages. */
  pagesDir: string;
  /** Where the local pages go that streaming software can open before the app is there. */
  filesDir: string;
}

export interface OverlayExtras {
  /** The port to begin with; 0 asks the system for one. */
  firstPort?: number;
  /** Told the origin at which the overlays are to be had, null while they are not. */
  servedAt?: (origin: string | null) => void;
}

/** Gives a backstage a hub on this machine and local pages for its links. Closing the backstage closes both. */
export function withOverlays(
  backstage: Backstage,
  { dataDir, pagesDir, filesDir }: OverlayFolders,
  log: (message: string, error?: unknown) => void,
  { firstPort, servedAt }: OverlayExtras = {},
): Backstage {
  const files = new LocalFiles(filesDir, log);
  let links: readonly LocalLink[] = [];
  let urlOf: ((token: string) => string) | null = null;
  const keep = () => {
    if (urlOf !== null) files.keep(links, urlOf);
  };
  const stopLinks = backstage.overlays.onLinks((now) => {
    links = now;
    keep();
  });
  const { overlays } = backstage;
  const door: OverlayDoor = {
    knows: (token) => overlays.knows(token),
    enter: (token, socket) => overlays.enter(token, socket),
    picture: (name) => overlays.picture(name),
    onLinks: (listener) => overlays.onLinks(listener),
    serveAt: (place, problem) => {
      urlOf = place === null ? null : (token) => place.url(token);
      keep();
      // At a port that another program has taken there is that program.
      const isServed = place !== null && (problem ?? null) === null;
      servedAt?.(isServed ? new URL(place.url('')).origin : null);
      overlays.serveAt(place, problem);
    },
  };
  const loopback: Loopback = openLoopback({
    ...{ door, dataDir, pagesDir, log },
    frames: [new URL(APP_ORIGIN).protocol],
    fileOf: (id) => {
      const link = links.find((each) => each.id === id);
      return link === undefined ? '' : files.pathOf(link);
    },
    ...(firstPort === undefined ? {} : { firstPort }),
  });
  return {
    connect: (client) => backstage.connect(client),
    get busy() {
      return backstage.busy;
    },
    onBusy: (listener) => backstage.onBusy(listener),
    get vitals() {
      return backstage.vitals;
    },
    overlays,
    close: async () => {
      stopLinks();
      await loopback.close();
      await backstage.close();
    },
    abandon: () => backstage.abandon(),
  };
}
