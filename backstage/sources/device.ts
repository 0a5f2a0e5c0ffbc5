import { RingsideError } from '#shared/contract/error.ts';
import { type Fetch, get } from './http.ts';
import { address, type Browser, browsers, deviceCookie, pageHeaders, paths } from './wire.ts';

/** What the platform takes us for: a browser, and the cookie that the platform gave it. */
export class Device {
  readonly #webUrl: string;
  readonly #fetch: Fetch;
  #appearance: number;
  #cookie = '';

  /** `first` is the appearance to begin with; any whole number will do. */
  constructor(webUrl: string, fetch: Fetch, first = 0) {
    this.#webUrl = webUrl;
    this.#fetch = fetch;
    this.#appearance = first;
  }

  get browser(): Browser {
    return browsers[this.#appearance % browsers.length] ?? browsers[0];
  }

  /** The cookie as it is sent back, '' when the platform gives none; asked for once per appearance. */
  async cookie(signal: AbortSignal): Promise<string> {
    if (this.#cookie !== '') return this.#cookie;
    const home = await get(this.#fetch, address(this.#webUrl, paths.home), pageHeaders(this.browser), signal);
    await home.discard();
    if (home.status === 403) throw new RingsideError('room.blocked');
    for (const line of home.headers.getSetCookie()) {
      const pair = line.split(';', 1)[0]?.trim() ?? '';
      if (pair.startsWith(`${deviceCookie}=`)) this.#cookie = pair;
    }
    return this.#cookie;
  }

  renew(): void {
    this.#cookie = '';
    this.#appearance += 1;
  }
}
