import { z } from 'zod';
import type { PageLimits } from '#backstage/overlay/gate.ts';
import { defaultScreenLimits, type ScreenLimits } from './backstageSocket.ts';
import { defaultPageLimits } from './overlay/serveOverlays.ts';

/** Limits of sockets and requests, and how dead sockets are found. */
export interface SocketLimits {
  screens: ScreenLimits;
  pages: PageLimits;
  /** The ping interval (ms). A socket that has not answered two pings is closed. */
  pingEveryMs: number;
  /** The most bytes that all sockets together may hold in their send buffers. */
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

const whole = (fallback: number, most: number) =>
  z.preprocess(
    (value) => (value === '' ? undefined : value),
    z.coerce.number().int().min(1).max(most).default(fallback),
  );

/** The environment variables of socket limits. */
export const socketEnvironment = {
  SCREENS_PER_HOST: whole(defaultScreenLimits.ofHost, 10_000),
  SCREENS_PER_VISITOR: whole(defaultScreenLimits.ofVisitor, 10_000),
  OVERLAY_PAGES: whole(defaultPageLimits.inAll, 100_000),
  OVERLAY_PAGES_PER_HOST: whole(defaultPageLimits.ofHost, 100_000),
  OVERLAY_PAGES_PER_LINK: whole(defaultPageLimits.ofLink, 100_000),
  PING_SECONDS: whole(20, 600),
  UNSENT_MB: whole(256, 100_000),
  REQUEST_SECONDS: whole(30, 3600),
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
