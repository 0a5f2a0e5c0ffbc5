import { RingsideError } from '#shared/contract/error.ts';
import { type Fetch, get } from './http.ts';
import { address, type Browser, browsers, deviceCookie, pageHeaders, paths } from './wire.ts';

/** The simulated browser of this client: its headers and the cookie that the platform gave it. */
export class Device {
  readonly #webUrl: string;
  readonly #fetch: Fetch;
  #appearance: number;
  #cookie = '';

  /** `first` selects the browser to begin with; it may be any whole number. */
  constructor(webUrl: string, fetch: Fetch, first = 0) {
    this.#webUrl = webUrl;
    this.#fetch = fetch;
    this.#appearance = first;
  }

  get browser(): Browser {
    return browsers[this.#appearance % browsers.length] ?? browsers[0];
  }

  /** Returns the Cookie header, '' if the platform gives none. Requests it once per browser. @throws room.blocked */
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

  /** Changes to the next browser, without a cookie. */
  renew(): void {
    this.#cookie = '';
    this.#appearance += 1;
  }
}
