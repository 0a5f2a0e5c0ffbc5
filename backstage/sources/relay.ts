import type { Line } from '#shared/contract/connection.ts';
import { RingsideError } from '#shared/contract/error.ts';
import { FROM_DEVICE, RELAY_PATH, relayAnswerSchema } from '#shared/contract/relay.ts';
import { parseJson } from '#shared/json.ts';
import type { FrameSource, Opening, ResumePoint, RoomFacts } from '#shared/live/source.ts';
import { type Fetch, get } from './http.ts';
import { address } from './wire.ts';

/** Receives a room through a Ringside server, which relays its frames. Resumes after the last acknowledged frame. */
export class RelaySource implements FrameSource {
  readonly #line: Line;
  readonly #fetch: Fetch;
  readonly #device: string;
  #username = '';

  /** `device` names this installation to the relay, which stores its last acknowledged position. */
  constructor(line: Line, fetch: Fetch, device: string) {
    this.#line = line;
    this.#fetch = fetch;
    this.#device = device;
  }

  async resolve(username: string, signal: AbortSignal): Promise<RoomFacts> {
    this.#username = username;
    const url = address(this.#base('http'), RELAY_PATH, [['username', username]]);
    const answer = await get(this.#fetch, url, this.#headers(), signal);
    if (answer.status === 401 || answer.status === 403) {
      await answer.discard();
      throw new RingsideError('room.relayRefused');
    }
    const parsed = relayAnswerSchema.safeParse(parseJson(new TextDecoder().decode(await answer.bytes())));
    if (!parsed.success) throw new RingsideError('room.unreachable');
    if ('problem' in parsed.data) {
      const { code, params } = parsed.data.problem;
      throw new RingsideError(code, params);
    }
    return parsed.data.room;
  }

  async open(_room: RoomFacts, resume: ResumePoint | undefined): Promise<Opening> {
    const from = resume === undefined ? '' : resume.position || FROM_DEVICE;
    const url = address(this.#base('ws'), RELAY_PATH, [
      ['username', this.#username],
      ['device', this.#device],
      ['from', from],
    ]);
    return { url, headers: this.#headers() };
  }

  /** Does nothing: the relay identifies clients by their token, not by a browser. */
  renew(): void {}

  #base(protocol: 'http' | 'ws'): string {
    const { relayUrl } = this.#line;
    if (relayUrl === '') throw new RingsideError('line.invalidAddress');
    return relayUrl.replace(/^ws/, protocol);
  }

  #headers(): Record<string, string> {
    const { relayToken = '' } = this.#line;
    if (relayToken === '') return {};
    // A token with other characters cannot be sent in a header, so it is invalid.
    if (!/^[!-~]+$/.test(relayToken)) throw new RingsideError('room.relayRefused');
    return { Authorization: `Bearer ${relayToken}` };
  }
}
