import { z } from 'zod';
import type { PageLimits } from '#backstage/overlay/gate.ts';
import { defaultScreenLimits, type ScreenLimits } from './backstageSocket.ts';
import { variable, wholeNumber } from './environment.ts';
import { defaultPageLimits } from './overlay/overlayLookup.ts';

/** Limits of sockets and requests, and how dead sockets are found. */
export interface SocketLimits {
  screens: ScreenLimits;
  pages: PageLimits;
  /** The ping interval (ms). A socket that has not answered two pings is closed. */
  pingEveryMs: number;
  /** Maximum number of bytes that all sockets together may hold in their send buffers. */
  mostUnsent: number;
  /** A request that has not arrived completely after this time (ms) gets a 408. */
  requestWithinMs: number;
}

const MB = 1024 * 1024;

export const defaultSocketLimits: SocketLimits = {
  screens: defaultScreenLimits,
  pages: defaultPageLimits,
  pingEveryMs: 20_000,
  mostUnsent: 256 * MB,
  requestWithinMs: 30_000,
};

const number = (fallback: number, max: number) => variable(wholeNumber(1, max).default(fallback));

/** The environment variables of socket limits. */
export const socketEnvironment = {
  SCREENS_PER_HOST: number(defaultScreenLimits.ofHost, 10_000),
  SCREENS_PER_VISITOR: number(defaultScreenLimits.ofVisitor, 10_000),
  OVERLAY_PAGES: number(defaultPageLimits.inAll, 100_000),
  OVERLAY_PAGES_PER_HOST: number(defaultPageLimits.ofHost, 100_000),
  OVERLAY_PAGES_PER_LINK: number(defaultPageLimits.ofLink, 100_000),
  PING_SECONDS: number(20, 600),
  UNSENT_MB: number(256, 100_000),
  REQUEST_SECONDS: number(30, 3600),
};

const environmentSchema = z.object(socketEnvironment);

export const socketLimits = (env: z.infer<typeof environmentSchema>): SocketLimits => ({
  screens: { ofHost: env.SCREENS_PER_HOST, ofVisitor: env.SCREENS_PER_VISITOR },
  pages: {
    inAll: env.OVERLAY_PAGES,
    ofHost: env.OVERLAY_PAGES_PER_HOST,
    ofLink: env.OVERLAY_PAGES_PER_LINK,
  },
  pingEveryMs: env.PING_SECONDS * 1000,
  mostUnsent: env.UNSENT_MB * MB,
  requestWithinMs: env.REQUEST_SECONDS * 1000,
});
