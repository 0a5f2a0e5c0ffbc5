import type { IncomingMessage } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Backstage } from '#backstage/api.ts';
import { joinScreen } from '#backstage/sockets/joinScreen.ts';
import { SocketCounter, type SocketLimits } from '#backstage/sockets/throttledSocket.ts';
import type { Upgrades } from '#backstage/sockets/upgrades.ts';
import { closeCodes, LARGEST_REQUEST, type Push, SCREEN_SOCKET_PATH } from '#shared/contract/backstage.ts';
import { RingsideError } from '#shared/contract/error.ts';
import type { PassOn } from './cluster/passOn.ts';
import type { Admission, AdmitScreen } from './hosting/screenAdmission.ts';
import { isTrustedOrigin, type Trust } from './trust.ts';

/**
 * The subprotocol that the server selects. A page also offers one with its token, which must not appear in the
 * response.
 */
const PROTOCOL = 'ringside';
/** How often (ms) the server checks that joined screens are still signed in. */
const CHECK_EVERY_MS = 20_000;

const KB = 1024;
const MB = 1024 * KB;

/** Allows a host to import fifty pictures at once. The largest snapshot of a show fits into the backlog. */
const SOCKET_LIMITS: SocketLimits = {
  bytes: { burst: 4 * MB, perSecond: MB },
  busyMs: { burst: 2000, perSecond: 250 },
  atOnce: 8,
  backlog: MB,
  mostBacklog: 32 * MB,
};

/** Maximum number of screens that one backstage may have at a time. */
export interface ScreenLimits {
  ofHost: number;
  ofVisitor: number;
}

export const defaultScreenLimits: ScreenLimits = { ofHost: 32, ofVisitor: 4 };

interface SocketOptions {
  admit: AdmitScreen;
  trust: Trust;
  limits?: ScreenLimits;
  /** Passes screens on to other nodes of a cluster. */
  passOn?: Pick<PassOn, 'isPassedOn' | 'upgrade'> | undefined;
  log?: (message: string, error: unknown) => void;
}

interface Sockets {
  readonly screens: number;
  /** Closes all sockets. */
  stop(): void;
}

/** Serves backstages to screens over WebSockets at `/backstage`. */
export function serveBackstage(upgrades: Upgrades, options: SocketOptions): Sockets {
  const { admit, trust, limits = defaultScreenLimits, passOn, log = () => undefined } = options;
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: LARGEST_REQUEST,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has(PROTOCOL) ? PROTOCOL : false),
  });
  const joined = new Map<WebSocket, Admission>();
  const numbers = new ScreenNumbers();
  const socketCounter = new SocketCounter<Backstage>();
  const cookies = new WeakMap<IncomingMessage, string>();
  sockets.on('headers', (headers, request) => {
    const cookie = cookies.get(request);
    if (cookie !== undefined) headers.push(`Set-Cookie: ${cookie}`);
  });

  upgrades.add({
    path: SCREEN_SOCKET_PATH,
    isTrusted: (request) => {
      const { origin, host } = request.headers;
      // The node that passed the screen on has checked its origin.
      return passOn?.isPassedOn(request) === true || isTrustedOrigin(origin, host, trust);
    },
    handle: async (upgrade) => {
      let notice: Push | null = null;
      const admission = await admit(upgrade.request).catch((error: unknown) => {
        log('a backstage could not be opened for a screen', error);
        notice = noticeOf(error);
        return closeCodes.unavailable;
      });
      if (typeof admission === 'object' && 'address' in admission) {
        await passOn?.upgrade(upgrade, admission).catch((error: unknown) => {
          log('a screen could not be passed on to another node', error);
          upgrade.accept(sockets, (ws) => ws.close(closeCodes.unavailable));
        });
        return;
      }
      if (typeof admission === 'number') {
        // A browser hides the reason of a failed handshake: complete the handshake, then close with the code.
        upgrade.accept(sockets, (ws) => {
          if (notice !== null) ws.send(JSON.stringify(notice));
          ws.close(admission);
        });
        return;
      }
      upgrade.onClose(() => admission.release());
      const most = admission.kind === 'visitor' ? limits.ofVisitor : limits.ofHost;
      const releaseSocket = socketCounter.acquire(admission.backstage, most);
      if (releaseSocket === null) {
        upgrade.accept(sockets, (ws) => ws.close(closeCodes.tooManyScreens));
        return;
      }
      upgrade.onClose(releaseSocket);
      if (admission.cookie !== null) cookies.set(upgrade.request, admission.cookie);
      upgrade.accept(sockets, (ws) => join(ws, admission, joined, numbers));
    },
  });
  const checks = setInterval(() => {
    for (const [ws, admission] of joined) {
      void admission.revoked().then(
        (code) => {
          if (code !== null) ws.close(code);
        },
        () => undefined,
      );
    }
  }, CHECK_EVERY_MS);
  return {
    get screens() {
      return joined.size;
    },
    stop: () => {
      clearInterval(checks);
      for (const ws of sockets.clients) ws.terminate();
      sockets.close();
    },
  };
}

function join(
  ws: WebSocket,
  admission: Admission,
  joined: Map<WebSocket, Admission>,
  numbers: ScreenNumbers,
): void {
  const window = numbers.take(admission.backstage);
  ws.on('close', () => window.release());
  joined.set(ws, admission);
  ws.on('close', () => joined.delete(ws));
  joinScreen(ws, {
    backstage: admission.backstage,
    by: `window-${window.number}`,
    pace: SOCKET_LIMITS,
    mayCall: (name) => admission.mayCall(name),
    refusal: 'account.required',
  });
}

/** Returns the notice that a page shows until it retries. */
function noticeOf(error: unknown): Push {
  const problem = error instanceof RingsideError ? error.problem : ({ code: 'internal' } as const);
  return { push: 'notice', id: 'backstage.notOpen', severity: 'error', standing: true, problem };
}

/** Numbers the windows of each backstage from 1. The only window of a host always has number 1. */
export class ScreenNumbers {
  readonly #taken = new WeakMap<object, Set<number>>();

  /** Takes the lowest free number of a backstage. `release` frees the number. */
  take(backstage: object): { number: number; release(): void } {
    const taken = this.#taken.get(backstage) ?? new Set();
    this.#taken.set(backstage, taken);
    let number = 1;
    while (taken.has(number)) number += 1;
    taken.add(number);
    return { number, release: () => taken.delete(number) };
  }
}
