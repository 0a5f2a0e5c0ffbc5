import {
  type FromOverlay,
  OVERLAY_PROTOCOL,
  type OverlayChange,
  type ToOverlay,
  toOverlaySchema,
} from '#shared/contract/overlay/message.ts';
import {
  type OverlayMoment,
  type OverlaySection,
  type OverlayState,
  overlayStateSchema,
} from '#shared/contract/overlay/state.ts';
import type { WidgetOptions } from '#shared/contract/overlay/widget.ts';
import { parseJson } from '#shared/json.ts';
import { apply } from '#shared/overlay/change.ts';
import type { Connect, HubSocket } from './hubSocket.ts';

export interface Timers {
  /** Calls `run` once after `ms`. Returns a function that cancels it. */
  after(ms: number, run: () => void): () => void;
  /** A monotonic clock (ms). */
  now(): number;
  /** From 0 to 1. */
  random(): number;
}

type Refusal = Extract<ToOverlay, { type: 'refused' }>['reason'];

interface ClientEvents {
  /** The whole state. `seq` is the number of the last input in it, if the hub sends it. */
  snapshot(options: WidgetOptions, state: Partial<OverlayState>, seq: number | undefined): void;
  /** The whole state after a change, with the names of the sections that changed. */
  changed(state: Partial<OverlayState>, sections: ReadonlySet<OverlaySection>, seq: number | undefined): void;
  options(options: WidgetOptions): void;
  /** `isTest`: they have not happened, see `StreamTest`. */
  moments(moments: readonly OverlayMoment[], isTest: boolean): void;
  refused(reason: Refusal): void;
}

export interface Client {
  /** The hub's clock (ms since 1970). */
  now(): number;
  /** Reconnects without waiting for the back-off; for when the network is back. */
  retryNow(): void;
  close(): void;
}

const PING_EVERY_MS = 20_000;
/** A connection is dead if the hub does not answer within this time. */
const ANSWER_TIMEOUT_MS = 15_000;
/** Retry after a refused token: the host may restore a deleted link. */
const REFUSED_RETRY_MS = 60_000;
const BUSY_RETRY_MS = 15_000;
const FIRST_RETRY_MS = 500;
const MAX_RETRY_MS = 15_000;

interface Sample {
  /** Hub time minus page time (ms). */
  offset: number;
  /** Maximum error of the offset (ms): half of the round trip. */
  error: number;
  /** Page time. */
  at: number;
}

/** Lifetime of a sample (ms). */
const SAMPLE_LIFETIME = 150_000;
/** Two samples contradict each other if they differ by this much more (ms) than both errors allow. */
const TOLERANCE = 50;

interface HubClock {
  /** The hub's time (ms since 1970) at a page time. */
  at(local: number): number;
  /** Adds a sample: the hub read its clock (`hub`) between the page times `sent` and `received`. */
  sample(hub: number, sent: number, received: number): void;
}

/**
 * Estimates the offset between the hub's clock and the page's clock from the most exact recent sample. A new sample
 * discards the older ones that contradict it: a clock was set, or the computer slept.
 */
export function createHubClock(): HubClock {
  let samples: Sample[] = [];
  const best = () => samples.reduce((one, other) => (other.error <= one.error ? other : one));
  return {
    at: (local) => (samples.length === 0 ? local : local + best().offset),
    sample: (hub, sent, received) => {
      const error = Math.max(0, received - sent) / 2;
      const fresh: Sample = { offset: hub - (sent + received) / 2, error, at: received };
      samples = samples.filter(
        (old) =>
          received - old.at < SAMPLE_LIFETIME &&
          Math.abs(old.offset - fresh.offset) <= old.error + error + TOLERANCE,
      );
      samples.push(fresh);
    },
  };
}

/**
 * Connects to a hub and reconnects after every failure, until `close`. Each connection begins with a snapshot, so
 * missed changes need no recovery.
 */
export function openClient(token: string, connect: Connect, timers: Timers, events: ClientEvents): Client {
  const clock = createHubClock();
  let socket: HubSocket | null = null;
  let state: Partial<OverlayState> = {};
  /** Null until a snapshot arrives; changes are ignored until then. */
  let revision: number | null = null;
  let failures = 0;
  let pingSentAt: number | null = null;
  let closed = false;
  let cancelTimer = () => {};

  /** Replaces the one pending timer. */
  const later = (ms: number, run: () => void) => {
    cancelTimer();
    cancelTimer = timers.after(ms, run);
  };
  const send = (message: FromOverlay) => socket?.send(JSON.stringify(message));
  const disconnect = () => {
    socket?.close();
    socket = null;
    revision = null;
    pingSentAt = null;
  };
  const retryAfter = (ms: number) => {
    disconnect();
    if (!closed) later(ms, open);
  };
  const fail = () => {
    failures += 1;
    retryAfter(reconnectDelay(failures, timers.random()));
  };
  const resync = () => {
    revision = null;
    send({ type: 'resync' });
    later(ANSWER_TIMEOUT_MS, fail);
  };
  const ping = () => {
    pingSentAt = timers.now();
    send({ type: 'ping' });
    later(ANSWER_TIMEOUT_MS, fail);
  };

  function open(): void {
    later(ANSWER_TIMEOUT_MS, fail);
    socket = connect({
      opened: () => send({ type: 'open', protocol: OVERLAY_PROTOCOL, token }),
      received: (text) => receive(text),
      closed: () => fail(),
    });
  }

  function receive(text: string): void {
    const message = toOverlaySchema.safeParse(parseJson(text)).data;
    if (message === undefined) {
      // The first invalid message requests a snapshot; another one before it arrives ends the connection.
      if (revision === null) fail();
      else resync();
      return;
    }
    const receivedAt = timers.now();
    switch (message.type) {
      case 'snapshot':
        clock.sample(message.now, receivedAt, receivedAt);
        state = message.state;
        revision = message.revision;
        failures = 0;
        later(PING_EVERY_MS, ping);
        events.snapshot(message.options, state, message.seq);
        return;
      case 'change': {
        if (revision === null) return;
        if (message.from !== revision) {
          resync();
          return;
        }
        const changed = applyChange(state, message.change);
        if (changed === null) {
          resync();
          return;
        }
        state = changed.state;
        revision = message.revision;
        events.changed(state, changed.sections, message.seq);
        return;
      }
      case 'moments':
        if (revision !== null) events.moments(message.moments, message.test === true);
        return;
      case 'options':
        if (revision !== null) events.options(message.options);
        return;
      case 'pong':
        if (pingSentAt !== null) clock.sample(message.now, pingSentAt, receivedAt);
        pingSentAt = null;
        // While a snapshot is pending, its timeout must stay in effect.
        if (revision !== null) later(PING_EVERY_MS, ping);
        return;
      case 'refused':
        events.refused(message.reason);
        retryAfter((message.reason === 'busy' ? BUSY_RETRY_MS : REFUSED_RETRY_MS) * (1 + timers.random()));
    }
  }

  open();
  return {
    now: () => clock.at(timers.now()),
    retryNow: () => {
      if (closed || revision !== null) return;
      disconnect();
      failures = 0;
      open();
    },
    close: () => {
      closed = true;
      cancelTimer();
      disconnect();
    },
  };
}

/**
 * Exponential back-off with jitter (ms) after `failures` failed attempts in a row, at most 15 s. The jitter keeps pages
 * from reconnecting to a restarted hub at the same moment. `random` is from 0 to 1.
 */
export function reconnectDelay(failures: number, random: number): number {
  const full = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(30, failures - 1));
  return Math.round(full * (0.5 + random / 2));
}

interface ChangedState {
  state: Partial<OverlayState>;
  sections: ReadonlySet<OverlaySection>;
}

/**
 * Applies a change of the hub to the state. Returns null if a changed section is invalid. Ignores sections that this
 * page does not know: they belong to a newer hub.
 */
export function applyChange(before: Partial<OverlayState>, change: OverlayChange): ChangedState | null {
  const known = Object.entries(change).filter(([section]) => isSection(section));
  if (known.length === 0) return { state: before, sections: new Set() };
  const after = apply<Record<string, Record<string, unknown>>>({ ...before }, Object.fromEntries(known));
  const state: Partial<OverlayState> = { ...before };
  const sections = new Set<OverlaySection>();
  for (const [section] of known) {
    if (!isSection(section)) continue;
    const parsed = overlayStateSchema.shape[section].safeParse(after[section]);
    if (!parsed.success) return null;
    Object.assign(state, { [section]: parsed.data });
    sections.add(section);
  }
  return { state, sections };
}

function isSection(name: string): name is OverlaySection {
  return Object.hasOwn(overlayStateSchema.shape, name);
}
