import { randomBytes } from 'node:crypto';
import type { Backstage } from '#backstage/api.ts';
import { type CloseCode, closeCodes, SCREEN_SOCKET_PATH } from '#shared/contract/screenSocket.ts';
import { fingerprint } from '../accounts/secrets.ts';
import type { Services } from '../api/services.ts';
import { readCookie, writeCookie } from '../cookies.ts';
import { householdOf } from '../limits/address.ts';
import { addressOf, comesFromThisMachine, type Sender } from '../thisMachine.ts';
import type { Hosting, Place } from './hosting.ts';
import { visitorMayCall } from './visitorCalls.ts';
import { TokenBook, tokenOf } from './whoAsks.ts';

export interface Admission {
  kind: Place['kind'];
  backstage: Backstage;
  /** False for what this screen may not ask for without an account. */
  mayCall(name: string): boolean;
  /** Null while it may stay; asked from time to time. */
  revoked(): Promise<CloseCode | null>;
  /** A cookie for the browser to keep, or null. */
  cookie: string | null;
  leave(): void;
}

/** Decides for each screen that asks to join where it belongs. Trust in its origin is another question. */
export type Entrance = (request: Sender) => Promise<Admission | CloseCode>;

/** Lets everybody in to the one backstage that there is. */
export const openEntrance =
  (backstage: Backstage): Entrance =>
  async () => ({
    kind: 'own',
    backstage,
    mayCall: () => true,
    revoked: async () => null,
    cookie: null,
    leave: () => undefined,
  });

/** The account that was made with the database; what the machine's owner had before there were accounts is its. */
export const FIRST_ACCOUNT = 1;

const COOKIE = 'ringside.visitor';
const VISITOR = /^[A-Za-z0-9_-]{43}$/;

export interface EntranceOptions {
  hosting: Hosting;
  services: Pick<Services, 'database' | 'now'>;
  /** Whoever sits at this machine is its owner: nobody else can reach the server. */
  personal: boolean;
  /** Browsers reach the server by https. */
  https?: boolean;
  /** Proxies before the server that name the sender. */
  trustedProxies?: number;
}

/**
 * Lets everybody in to what is theirs: an account to its own backstage, with its own shows, whichever device it
 * comes from; a visitor to a rehearsal that nobody else sees and that goes when the visitor goes; and whoever
 * sits at the machine of a personal server to the owner's, without any account.
 */
export function createEntrance(options: EntranceOptions): Entrance {
  const { hosting, services, personal } = options;
  const book = new TokenBook(services);
  return async (request) => {
    if (personal && comesFromThisMachine(request)) return admit(hosting, { kind: 'own' });
    const token = tokenOf(request);
    const asker = await book.whoHas(token);
    if (asker === 'signedOut' || asker === 'unknown') return refusalOf(asker);
    if (asker === 'visitor') return admitVisitor(hosting, request, options);
    const { userId, hostKey } = asker;
    const place: Place = userId === FIRST_ACCOUNT ? { kind: 'own' } : { kind: 'host', key: hostKey };
    return admit(hosting, place, {
      revoked: async () => {
        // Not being able to ask is no reason to take a running show out of its host's hands.
        const still = await book.whoHas(token);
        return still === 'signedOut' ? closeCodes.signedOut : null;
      },
    });
  };
}

const refusalOf = (asker: 'signedOut' | 'unknown'): CloseCode =>
  asker === 'signedOut' ? closeCodes.signedOut : closeCodes.unavailable;

/** The visitor's browser keeps a name that nobody can guess, so that a reload finds the rehearsal again. */
async function admitVisitor(
  hosting: Hosting,
  request: Sender,
  { https = false, trustedProxies = 0 }: Pick<EntranceOptions, 'https' | 'trustedProxies'>,
): Promise<Admission | CloseCode> {
  const sent = readCookie(request.headers.cookie, COOKIE);
  const known = sent !== null && VISITOR.test(sent) ? sent : null;
  const name = known ?? randomBytes(32).toString('base64url');
  return admit(
    hosting,
    { kind: 'visitor', key: fingerprint(name), sender: householdOf(addressOf(request, trustedProxies)) },
    {
      mayCall: visitorMayCall,
      cookie: known === null ? writeCookie(COOKIE, name, { path: SCREEN_SOCKET_PATH, https }) : null,
    },
  );
}

async function admit(
  hosting: Hosting,
  place: Place,
  own: Partial<Pick<Admission, 'mayCall' | 'revoked' | 'cookie'>> = {},
): Promise<Admission | CloseCode> {
  const seat = await hosting.enter(place);
  if (seat === null) return closeCodes.full;
  return { kind: place.kind, mayCall: () => true, revoked: async () => null, cookie: null, ...own, ...seat };
}
