import type { Line } from '#shared/contract/connection.ts';
import { RingsideError } from '#shared/contract/error.ts';
import { decodeFetchResult } from '#shared/live/decode.ts';
import type { FetchResult } from '#shared/live/messages.ts';
import type { FrameSource, Opening, ResumePoint, RoomFacts } from '#shared/live/source.ts';
import { Device } from './device.ts';
import { type Answer, type Fetch, get } from './http.ts';
import { lookUpRoom } from './lookup.ts';
import { address, paths, signing, socketHeaders, socketParameters } from './wire.ts';

/** Connects to the platform's socket directly, without a key. */
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

/** Connects to the platform's socket at an address that a signing service creates for the host's key. */
export class SignedSource implements FrameSource {
  readonly #line: Line;
  readonly #fetch: Fetch;
  readonly #device: Device;

  constructor(line: Line, fetch: Fetch) {
    this.#line = line;
    this.#fetch = fetch;
    this.#device = new Device(line.webUrl, fetch);
  }

  async resolve(username: string, signal: AbortSignal): Promise<RoomFacts> {
    this.#requireKey();
    return await lookUpRoom(this.#line.webUrl, username, this.#device, this.#fetch, signal);
  }

  async open(room: RoomFacts, _resume: ResumePoint | undefined, signal: AbortSignal): Promise<Opening> {
    this.#requireKey();
    const { signUrl, signKey, webUrl } = this.#line;
    const url = address(signUrl, paths.signedConnect(room.roomId), [['client', signing.client]]);
    const answer = await get(this.#fetch, url, { [signing.keyHeader]: signKey }, signal);
    if (answer.status !== 200) await refuse(answer);
    const bytes = await answer.bytes();
    const cookie = answer.headers.get(signing.cookieHeader);
    const result = decodeFetchResult(bytes);
    // The platform refuses a socket without a cookie or a valid signed address.
    if (cookie === null || result === undefined || !isSocketAddress(result.pushServer)) {
      throw new RingsideError('room.unreachable');
    }
    return {
      url: signedAddress(result, room.roomId),
      headers: socketHeaders(this.#device.browser, webUrl, cookie),
      firstResult: bytes,
    };
  }

  renew(): void {
    this.#device.renew();
  }

  #requireKey(): void {
    const { signKey, signUrl } = this.#line;
    if (signKey === '' || signUrl === '') throw new RingsideError('room.signKeyMissing');
    // A key with other characters cannot be sent in a header, so it is invalid.
    if (!/^[ -~]+$/.test(signKey)) throw new RingsideError('room.signRefused');
  }
}

async function refuse(answer: Answer): Promise<never> {
  await answer.discard();
  if (answer.status === 401 || answer.status === 403) throw new RingsideError('room.signRefused');
  throw new RingsideError(answer.status === 404 ? 'room.noInfo' : 'room.unreachable');
}

function isSocketAddress(text: string): boolean {
  return /^wss?:\/\//.test(text) && URL.canParse(text);
}

function signedAddress(result: FetchResult, roomId: string): string {
  const parameters = new Map(result.routeParams);
  parameters.set('room_id', roomId);
  parameters.set('cursor', result.cursor);
  parameters.set('internal_ext', new TextDecoder().decode(result.internalExt));
  parameters.set('compress', 'gzip');
  return address(result.pushServer, '', [...parameters]);
}
