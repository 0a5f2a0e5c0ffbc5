import type { Backstage } from '#backstage/api.ts';
import { type Loopback, openLoopback } from '#backstage/overlay/loopback.ts';
import type { OverlayEndpoint } from '#backstage/overlay/overlayEndpoint.ts';
import { APP_ORIGIN } from '#shared/contract/desktop.ts';
import { LocalFiles, type LocalLink } from './localFiles.ts';

export interface OverlayFolders {
  /** The backstage's data folder. */
  dataDir: string;
  /** The built overlay pages. */
  pagesDir: string;
  /** The folder for local pages, which streaming software can open before the app runs. */
  filesDir: string;
}

export interface OverlayExtras {
  /** The first port to try; 0 lets the system choose. */
  firstPort?: number;
  /** Called with the origin of the overlay hub; null while the hub is not running. */
  servedAt?: (origin: string | null) => void;
}

/** Adds an overlay hub on this machine and local pages to a backstage. Closing the backstage closes the hub too. */
export function withOverlays(
  backstage: Backstage,
  { dataDir, pagesDir, filesDir }: OverlayFolders,
  log: (message: string, error?: unknown) => void,
  { firstPort, servedAt }: OverlayExtras = {},
): Backstage {
  const files = new LocalFiles(filesDir, log);
  let links: readonly LocalLink[] = [];
  let urlOf: ((token: string) => string) | null = null;
  const syncFiles = () => {
    if (urlOf !== null) files.sync(links, urlOf);
  };
  const stopLinks = backstage.overlays.onLinks((current) => {
    links = current;
    syncFiles();
  });
  const { overlays } = backstage;
  const endpoint: OverlayEndpoint = {
    knows: (token) => overlays.knows(token),
    subscribe: (token, socket) => overlays.subscribe(token, socket),
    picture: (name) => overlays.picture(name),
    onLinks: (listener) => overlays.onLinks(listener),
    serveAt: (place, problem) => {
      urlOf = place === null ? null : (token) => place.url(token);
      syncFiles();
      // With a problem, another program may have taken the port, so do not report the origin.
      const isServed = place !== null && (problem ?? null) === null;
      servedAt?.(isServed ? new URL(place.url('')).origin : null);
      overlays.serveAt(place, problem);
    },
  };
  const loopback: Loopback = openLoopback({
    endpoint,
    dataDir,
    pagesDir,
    log,
    frames: [new URL(APP_ORIGIN).protocol],
    fileOf: (id) => {
      const link = links.find((each) => each.id === id);
      return link === undefined ? '' : files.pathOf(link);
    },
    firstPort,
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
