import { randomBytes } from 'node:crypto';
import type { Backstage } from '#backstage/api.ts';
import { type CallName, type CloseCode, closeCodes, SCREEN_SOCKET_PATH } from '#shared/contract/backstage.ts';
import { fingerprint } from '../accounts/secrets.ts';
import type { Services } from '../api/context.ts';
import { readCookie, writeCookie } from '../api/device.ts';
import type { Elsewhere } from '../cluster/passOn.ts';
import { householdOf } from '../limits/address.ts';
import { addressOf, comesFromThisMachine, type Sender } from '../trust.ts';
import type { Hosting, Owner } from './hosting.ts';
import { TokenResolver, tokenOf } from './tokenResolver.ts';

export interface Admission {
  kind: Owner['kind'];
  backstage: Backstage;
  /** Whether this screen may make a call; visitors may not make every call. */
  mayCall(name: string): boolean;
  /** Returns null while the screen may stay, otherwise the code to close its socket with. Called at intervals. */
  revoked(): Promise<CloseCode | null>;
  /** The `Set-Cookie` value for the browser, or null. */
  cookie: string | null;
  /** Call it when the screen has disconnected. */
  release(): void;
}

/**
 * Admits a screen to a backstage. Otherwise returns the code to close its socket with, or the node of the cluster that
 * has its host. The caller has checked the origin.
 */
export type AdmitScreen = (request: Sender) => Promise<Admission | CloseCode | Elsewhere>;

/** Admits every screen to one backstage. */
export const admitToOne =
  (backstage: Backstage): AdmitScreen =>
  async () => ({
    kind: 'own',
    backstage,
    mayCall: () => true,
    revoked: async () => null,
    cookie: null,
    release: () => undefined,
  });

/** The id of the first account. It owns the data that the machine's owner made before there were accounts. */
export const FIRST_ACCOUNT = 1;

const COOKIE = 'ringside.visitor';
const VISITOR = /^[A-Za-z0-9_-]{43}$/;

export interface AdmissionOptions {
  hosting: Hosting;
  services: Pick<Services, 'database' | 'now'>;
  /** Only this machine can reach the server, so a request from it comes from its owner. */
  personal: boolean;
  /** Browsers reach the server over https. */
  https?: boolean;
  /** The number of trusted reverse proxies. */
  trustedProxies?: number;
  /**
   * Returns the node of the cluster that has a host, null if this node may open its backstage. Rejects if that is not
   * known. Absent on a server that is not in a cluster.
   */
  elsewhere?: (host: string, request: Sender) => Promise<Elsewhere | null>;
}

/**
 * Admits each screen to the backstage of its account. A visitor without an account gets a private rehearsal, which
 * ends when the visitor leaves. On a personal server, a screen on this machine joins the owner's backstage without an
 * account.
 */
export function createAdmission(options: AdmissionOptions): AdmitScreen {
  const { hosting, services, personal, elsewhere } = options;
  const tokens = new TokenResolver(services);
  return async (request) => {
    if (personal && comesFromThisMachine(request)) return admit(hosting, { kind: 'own' });
    const token = tokenOf(request);
    const identity = await tokens.resolve(token);
    if (identity === 'signedOut') return closeCodes.signedOut;
    if (identity === 'unknown') return closeCodes.unavailable;
    if (identity === 'visitor') return admitVisitor(hosting, request, options);
    const { userId, hostKey } = identity;
    // In a cluster, the first account is a host like all others, because each node has a folder of its own.
    const isOwn = userId === FIRST_ACCOUNT && elsewhere === undefined;
    const owner: Owner = isOwn ? { kind: 'own' } : { kind: 'host', key: hostKey };
    const other = owner.kind === 'host' ? await elsewhere?.(owner.key, request) : null;
    if (other) return other;
    return admit(hosting, owner, {
      revoked: async () => {
        // While the database does not answer, the host stays in the running show.
        const current = await tokens.resolve(token);
        return current === 'signedOut' ? closeCodes.signedOut : null;
      },
    });
  };
}

/**
 * The calls that a visitor may make in their own rehearsal. Calls that reach a live room, the platform or another
 * address need an account, and so do calls that change how the server reaches them.
 */
const visitorCalls: readonly CallName[] = [
  'show.subscribe',
  'show.list',
  'show.delete',
  'show.restore',
  'report.read',
  'report.viewers',
  'report.rows',
  'report.season',
  'season.list',
  'season.put',
  'season.delete',
  'payout.read',
  'payout.saveRules',
  'payout.deduct',
  'payout.settle',
  'payout.reopen',
  'report.audit',
  'room.close',
  'rehearsal.open',
  'gifts.learned',
  'inspect.messages',
  'session.choosePreset',
  'session.act',
  'bindings.bind',
  'bindings.pin',
  'bindings.suspend',
  'ledger.page',
  'ledger.reassign',
  'ledger.reassignViewer',
  'ledger.place',
  'ledger.undo',
  'ledger.habits',
  'late.decide',
  'gift.add',
  'round.prepare',
  'round.act',
  'round.resurrect',
  'round.pledge',
  'anchors.knockOut',
  'round.decideTie',
  'dance.act',
  'presets.list',
  'presets.save',
  'presets.delete',
  'presets.restore',
  'lines.list',
  'overlay.list',
  'overlay.create',
  'overlay.update',
  'overlay.delete',
  'overlay.restore',
  'overlay.revoke',
  'overlay.thanks',
  'overlay.thank',
  'overlay.bonus',
  'overlay.bonuses',
  'overlay.test',
  'pictures.put',
  'pictures.read',
  'sounds.put',
  'packs.put',
  'packs.remove',
  'packs.restore',
  'themes.list',
  'themes.create',
  'themes.save',
  'themes.delete',
  'themes.restore',
  'fonts.put',
  'fonts.read',
  'replay.open',
  'replay.markers',
  'replay.inputs',
];

const names: ReadonlySet<string> = new Set(visitorCalls);

export const visitorMayCall = (name: string): boolean => names.has(name);

/** Admits a visitor. A cookie with a random name lets the visitor find the rehearsal again after a reload. */
async function admitVisitor(
  hosting: Hosting,
  request: Sender,
  { https = false, trustedProxies = 0 }: Pick<AdmissionOptions, 'https' | 'trustedProxies'>,
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
  owner: Owner,
  rights: Partial<Pick<Admission, 'mayCall' | 'revoked' | 'cookie'>> = {},
): Promise<Admission | CloseCode> {
  const lease = await hosting.acquire(owner);
  if (lease === null) return closeCodes.full;
  const defaults = { mayCall: () => true, revoked: async () => null, cookie: null };
  return { kind: owner.kind, ...defaults, ...rights, ...lease };
}
