import type { Line } from '#shared/contract/connection.ts';
import type { FrameSource, Opening, ResumePoint, RoomFacts } from '#shared/live/source.ts';
import { Device } from './device.ts';
import type { Fetch } from './http.ts';
import { lookUpRoom } from './lookup.ts';
import { address, paths, socketHeaders, socketParameters } from './wire.ts';

/** The platform's own socket, without a key and without anybody in between. */
export class DirectSource implements FrameSource {
  readonly #line: Line;
  readonly #fetch: Fetch;
  readonly #device: Device;

  constructor(line: Line, fetch: Fetch) {
    this.#line = line;
    this.#fetch = fetch;
    this.#device = new Device(line.webUrl, fetch);
  }

  resolve(username: string, signal: AbortSignal): Promise<RoomFacts> {
    return lookUpRoom(this.#line.webUrl, username, this.#device, this.#fetch, signal);
  }

  async open(room: RoomFacts, _resume: ResumePoint | undefined, signal: AbortSignal): Promise<Opening> {
    const cookie = await this.#device.cookie(signal);
    const { browser } = this.#device;
    return {
      url: address(this.#line.wsUrl, paths.socket, socketParameters(room.roomId, browser)),
      headers: socketHeaders(browser, this.#line.webUrl, cookie),
    };
  }

  renew(): void {
    this.#device.renew();
  }
}
