import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Backstage } from '#backstage/api.ts';
import { type Loopback, openLoopback } from '#backstage/overlay/loopback.ts';
import type { OverlayEndpoint } from '#backstage/overlay/overlayEndpoint.ts';
import { APP_ORIGIN } from '#shared/contract/desktop.ts';
import type { WidgetOptions } from '#shared/contract/overlay/widget.ts';
import { REMOTE_PATH } from '#shared/contract/remote/token.ts';
import { isOwnSizeFile, ownSizeFile, ownSizeUrl } from '#shared/overlay/sourceSize.ts';
import { translator } from '../system/translate.ts';

interface OverlayFolders {
  /** The backstage's data folder. */
  dataDir: string;
  /** The built overlay pages. */
  pagesDir: string;
  /** The folder for local pages, which streaming software can open before the app runs. */
  filesDir: string;
}

interface OverlayExtras {
  /** The version of this build, for the documents of the remote API. */
  build?: string;
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
  { firstPort, servedAt, build = '' }: OverlayExtras = {},
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
      backstage.remote.serveAt(isServed ? new URL(REMOTE_PATH, place.url('')).href : '');
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
    remote: {
      build,
      find: (token) => {
        const access = backstage.remote.admit(token);
        return access === null ? null : { access };
      },
      sentence: ({ code, params }, language) => translator(language)(`error.${code}`, params),
    },
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
    get liveRoom() {
      return backstage.liveRoom;
    },
    overlays,
    remote: backstage.remote,
    close: async () => {
      stopLinks();
      await loopback.close();
      await backstage.close();
    },
    disconnect: () => backstage.disconnect(),
    abandon: () => backstage.abandon(),
  };
}

interface LocalLink {
  id: string;
  name: string;
  token: string;
  options: Pick<WidgetOptions, 'kind'>;
}

/** Longest part of a widget's name (characters) in a file name, so that paths stay short enough for Windows. */
const MAX_NAME_LENGTH = 40;
/** File names that Windows reserves, with any extension. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * Writes one HTML file per widget and keeps the files in sync with the links. The file opens the widget in its own size.
 * A renamed widget gets a new file; its old file stays and keeps working, because streaming software may use it. So do
 * the files of version 0.1, which open the full page.
 */
export class LocalFiles {
  readonly #folder: string;
  readonly #log: (message: string, error?: unknown) => void;

  constructor(folder: string, log: (message: string, error?: unknown) => void) {
    this.#folder = folder;
    this.#log = log;
  }

  /** Returns the path of a widget's file. */
  pathOf(link: Omit<LocalLink, 'token'>): string {
    return join(this.#folder, fileName(link));
  }

  /** Writes missing and outdated files and deletes the files of deleted widgets. Errors are logged. */
  sync(links: readonly LocalLink[], urlOf: (token: string) => string): void {
    try {
      mkdirSync(this.#folder, { recursive: true });
      const present = this.#read();
      for (const link of links) {
        const { id, name, token, options } = link;
        const full = urlOf(token);
        const own = ownSizeUrl(full, options.kind);
        const files = new Set([fileName(link)]);
        for (const [file, { widget }] of present) if (widget === id) files.add(file);
        for (const file of files) {
          const page = waitingPage({ id, name, url: isOwnSizeFile(file) ? own : full });
          if (present.get(file)?.html !== page) this.#write(file, page);
        }
      }
      const ids = new Set(links.map(({ id }) => id));
      for (const [file, { widget }] of present) if (!ids.has(widget)) rmSync(join(this.#folder, file));
    } catch (error) {
      // The links work without the files. The next change of the links tries again.
      this.#log('the local pages of widgets cannot be written', error);
    }
  }

  #read(): Map<string, { widget: string; html: string }> {
    const found = new Map<string, { widget: string; html: string }>();
    for (const file of readdirSync(this.#folder)) {
      if (!file.endsWith('.html')) continue;
      const html = readFileSync(join(this.#folder, file), 'utf8');
      const widget = widgetOf(html);
      if (widget !== null) found.set(file, { widget, html });
    }
    return found;
  }

  #write(file: string, page: string): void {
    const path = join(this.#folder, file);
    writeFileSync(`${path}.next`, page);
    renameSync(`${path}.next`, path);
  }
}

/** Returns a widget's file name: the characters of its name that a file may have, and a part of its id to be unique. */
export function fileName({ id, name, options }: Omit<LocalLink, 'token'>): string {
  const allowed = [...name.normalize('NFC').replace(/[^\p{L}\p{N} _-]/gu, ' ')]
    .slice(0, MAX_NAME_LENGTH)
    .join('');
  const trimmed = allowed.replace(/\s+/g, ' ').trim();
  const base = trimmed === '' || RESERVED.test(trimmed) ? 'widget' : trimmed;
  return ownSizeFile(`${base}-${id.replace(/[^A-Za-z0-9]/g, '').slice(0, 6)}.html`, options.kind);
}

/** Name of the meta tag that marks the app's own files and has the widget's id. Other files are left alone. */
const MARK = 'ringside-widget';

interface WaitingPage {
  id: string;
  name: string;
  /** The widget's page on the hub, with its token. */
  url: string;
}

/**
 * Renders a page that waits for the overlay hub and then opens the widget. Streaming software never retries a page
 * whose first request failed, but a local file always opens. The page polls the hub with a frame, because the browser
 * does not let a `file:` page read other responses.
 */
export function waitingPage({ id, name, url }: WaitingPage): string {
  const { origin, pathname } = new URL(url);
  const ready = `${origin}${pathname}ready`;
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="${MARK}" content="${escapeMarkup(id)}">
<title>${escapeMarkup(name)}</title>
<style>html, body { margin: 0; background: transparent; } iframe { position: absolute; border: 0; width: 1px; height: 1px; opacity: 0; }</style>
</head>
<body>
<script>
var target = ${scriptLiteral(url)}, ready = ${scriptLiteral(ready)}, origin = ${scriptLiteral(origin)}, gone = false;
addEventListener('message', function (event) {
  if (gone || event.origin !== origin || event.data !== 'ringside-ready') return;
  gone = true;
  location.replace(target);
});
function look() {
  if (gone) return;
  var old = document.querySelector('iframe'), frame = document.createElement('iframe');
  frame.src = ready + '?' + Date.now();
  if (old) old.remove();
  document.body.appendChild(frame);
  setTimeout(look, 2000);
}
look();
</script>
</body>
</html>
`;
}

/** Returns the widget's id from a file; null for a file that the app did not write. */
export function widgetOf(html: string): string | null {
  const text = new RegExp(`<meta name="${MARK}" content="([^"]*)">`).exec(html)?.[1];
  return text === undefined ? null : unescapeMarkup(text);
}

const entities: readonly (readonly [string, string])[] = [
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
];

function escapeMarkup(text: string): string {
  return entities.reduce((done, [char, entity]) => done.replaceAll(char, entity), text);
}

function unescapeMarkup(text: string): string {
  return entities.reduceRight((done, [char, entity]) => done.replaceAll(entity, char), text);
}

/** Returns a string literal for an inline script. It cannot contain a closing script tag. */
function scriptLiteral(text: string): string {
  return JSON.stringify(text).replaceAll('<', '\\u003c');
}
