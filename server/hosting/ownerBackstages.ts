import { join, relative } from 'node:path';
import type { Backstage } from '#backstage/api.ts';
import { openBackstage } from '#backstage/openBackstage.ts';
import type { BackstageOptions } from '#backstage/options.ts';
import type { Outbound } from '#backstage/sources/outbound.ts';
import type { WebhookForm } from '#backstage/webhooks/webhooks.ts';
import { REMOTE_PATH } from '#shared/contract/remote/token.ts';
import type { ServerConfig } from '../config.ts';
import { logOf } from '../logs/serverLog.ts';
import { noOutbound, OutboundGuard } from '../outbound/guard.ts';
import { ChromiumPages, findPageBrowser, hasDisplay } from '../pages/chromium.ts';
import type { Owner } from './hosting.ts';

interface OwnerBackstagesOptions {
  config: ServerConfig;
  /** The folder of the built web app. */
  webDir: string;
  build: string;
  /** Called when the overlay links of a host change. */
  linksChanged: (host: string) => void;
  /** Called when the tokens of a host's programs change. */
  tokensChanged: (host: string) => void;
}

/** The most requests of all webhooks of an account in a minute. */
const HOOKS_PER_MINUTE = 6000;

/** Opens backstages with what their owner may use: addresses, webhooks, space, and the browser for room pages. */
export class OwnerBackstages {
  readonly #options: OwnerBackstagesOptions;
  readonly #guard: OutboundGuard;
  readonly #hookGuard: OutboundGuard;
  readonly #pages: ChromiumPages;
  /** The server's address for browsers, with a trailing slash; '' until it is known. */
  #url: string;
  readonly #overlayPlace = { url: (token: string) => `${this.#url}overlay/#${token}`, file: () => '' };

  constructor(options: OwnerBackstagesOptions) {
    this.#options = options;
    const { config } = options;
    this.#url = config.publicUrl?.href ?? '';
    const now = () => Date.now();
    this.#guard = new OutboundGuard({ ...config.outbound, now });
    // Hosts that the operator allows for lines may be internal, so webhooks must not reach them.
    this.#hookGuard = new OutboundGuard({ allowedHosts: [], perMinute: HOOKS_PER_MINUTE, now });
    // On a shared server, open only pages of the configured platform: a page may load any address.
    const platforms = new Set(config.lines.map(({ webUrl }) => webUrl));
    this.#pages = new ChromiumPages(() => findPageBrowser(process.env), {
      mayOpen: ({ webUrl }) => config.personal || platforms.has(webUrl),
      // Only the owner of a personal server can see its display.
      windowsWithProfile:
        config.personal && hasDisplay(process.env) ? join(config.dataDir, 'platform-pages') : undefined,
    });
  }

  /** Opens the backstage of an owner on a folder. `more` overrides what the owner gets by default. */
  async open(folder: string, owner: Owner, more: Partial<BackstageOptions> = {}): Promise<Backstage> {
    const { config, build, linksChanged, tokensChanged } = this.#options;
    const opened = await openBackstage({
      dataDir: folder,
      build,
      lines: config.lines,
      log: logOf(relative(config.dataDir, folder)),
      measureEvery: config.limits.measureEvery,
      ...this.#partsOf(owner),
      ...more,
    });
    if (owner.kind === 'host') {
      opened.overlays.onLinks(() => linksChanged(owner.key));
      opened.remote.onTokens(() => tokensChanged(owner.key));
    }
    opened.overlays.serveAt(this.#overlayPlace);
    if (owner.kind !== 'visitor') this.#serveRemote(opened);
    return opened;
  }

  /** The network as an account may use it. */
  outboundOf(account: string): Outbound {
    return this.#guard.of(account);
  }

  /** Sets the server's address, also in backstages that opened before it was known. */
  serveAt(url: string, open: Iterable<Backstage>): void {
    this.#url = url;
    for (const each of open) {
      each.overlays.serveAt(this.#overlayPlace);
      this.#serveRemote(each);
    }
  }

  async close(): Promise<void> {
    await this.#pages.close();
    await this.#guard.close();
    await this.#hookGuard.close();
  }

  #partsOf(owner: Owner): Partial<BackstageOptions> {
    const { personal, limits } = this.#options.config;
    const pages = this.#pages;
    if (owner.kind === 'visitor')
      return { outbound: noOutbound, webhooks: null, allowance: limits.ofVisitor };
    if (owner.kind === 'host') {
      const { key } = owner;
      return {
        allowance: limits.ofHost,
        pages,
        outbound: this.outboundOf(key),
        webhooks: this.#hooksOf(key),
      };
    }
    const allowance = limits.ofOwner;
    // On a personal server, the owner may connect to any address.
    return personal
      ? { allowance, pages, phones: { pagesDir: this.#options.webDir } }
      : { allowance, pages, outbound: this.outboundOf('own'), webhooks: this.#hooksOf('own') };
  }

  #hooksOf(account: string): WebhookForm {
    return { fetch: this.#hookGuard.of(account).fetch, needsHttps: true };
  }

  #serveRemote({ remote }: Backstage): void {
    if (this.#url !== '') remote.serveAt(new URL(REMOTE_PATH, this.#url).href);
  }
}
