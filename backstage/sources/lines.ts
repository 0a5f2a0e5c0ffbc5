import { type Line, lineSchema } from '#shared/contract/connection.ts';
import { RingsideError } from '#shared/contract/error.ts';
import type { FrameSource } from '#shared/live/source.ts';
import { AutoSource, type WayMemory } from './auto.ts';
import type { Fetch } from './http.ts';
import { PageSource, type Pages } from './page/pageSource.ts';
import { DirectSource, SignedSource } from './platformSources.ts';
import { RelaySource } from './relay.ts';
import { defaultAddresses, isThisMachine } from './wire.ts';

/** Environment variables that replace the default addresses of the lines. */
interface LineEnvironment {
  readonly LIVE_WEB_URL?: string | undefined;
  readonly LIVE_WS_URL?: string | undefined;
  readonly LIVE_WS_URL_2?: string | undefined;
  readonly SIGN_URL?: string | undefined;
  readonly SIGN_KEY?: string | undefined;
}

/**
 * Makes the two default lines. The first chooses its way. The second connects directly to the platform's other host, or
 * through the signing service if there is a key. Without LIVE_WS_URL_2, a given LIVE_WS_URL applies to both.
 *
 * @throws RingsideError line.invalidAddress with the name of the variable.
 */
export function defaultLines(environment: LineEnvironment): [Line, Line] {
  const { LIVE_WEB_URL, LIVE_WS_URL, LIVE_WS_URL_2, SIGN_URL, SIGN_KEY } = environment;
  const common = {
    kind: 'auto',
    webUrl: LIVE_WEB_URL || defaultAddresses.web,
    wsUrl: LIVE_WS_URL || defaultAddresses.socket,
    signUrl: SIGN_URL || defaultAddresses.sign,
    signKey: SIGN_KEY || '',
    relayUrl: '',
  };
  const other = {
    kind: common.signKey === '' ? 'direct' : 'signed',
    wsUrl: LIVE_WS_URL_2 || LIVE_WS_URL || defaultAddresses.otherSocket,
  };
  const names = { ...variables, wsUrl: 'LIVE_WS_URL_2' };
  return [
    parseLine({ ...common, id: 'line1' }, variables),
    parseLine({ ...common, ...other, id: 'line2' }, names),
  ];
}

const variables = {
  webUrl: 'LIVE_WEB_URL',
  wsUrl: 'LIVE_WS_URL',
  signUrl: 'SIGN_URL',
  signKey: 'SIGN_KEY',
};

function parseLine(value: unknown, names: Readonly<Record<string, string>>): Line {
  const parsed = lineSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const field = String(parsed.error.issues[0]?.path[0] ?? '');
  throw new RingsideError('line.invalidAddress', { name: names[field] ?? field });
}

/**
 * Whether a line reaches the platform itself, which limits attempts. A relay has separate limits, and a platform on
 * this machine is a rehearsal.
 */
export function reachesPlatform({ kind, webUrl }: Line): boolean {
  return kind !== 'relay' && !isThisMachine(new URL(webUrl).hostname);
}

/** The parts of this installation that the frame sources of its lines use. */
export interface SourceParts {
  fetch?: Fetch;
  /** Names this installation to a relay. */
  device?: string;
  /** The browser of this installation. */
  pages?: Pages | undefined;
  ways?: WayMemory;
}

/** Creates the source for a line of any kind. */
export function createSource(line: Line, parts: SourceParts = {}): FrameSource {
  const { fetch = globalThis.fetch, device = '', pages, ways } = parts;
  switch (line.kind) {
    case 'auto':
      return new AutoSource(line, fetch, pages, ways);
    case 'page':
      return new PageSource(line, fetch, pages);
    case 'direct':
      return new DirectSource(line, fetch);
    case 'signed':
      return new SignedSource(line, fetch);
    case 'relay':
      return new RelaySource(line, fetch, device);
  }
}
