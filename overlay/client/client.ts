import {
  type FromOverlay,
  OVERLAY_PROTOCOL,
  type ToOverlay,
  toOverlaySchema,
} from '#shared/contract/overlay/message.ts';
import type { OverlayMoment, OverlaySection, OverlayState } from '#shared/contract/overlay/state.ts';
import type { WidgetOptions } from '#shared/contract/overlay/widget.ts';
import { backOff } from './backOff.ts';
import { createHubClock } from './hubClock.ts';
import { takeChange } from './takeChange.ts';
import type { Connect, Wire } from './wire.ts';

export interface Timers {
  /** Runs something once, after `ms`; the answer calls it off. */
  after(ms: number, run: () => void): () => void;
  /** The page's clock in ms; it never jumps. */
  now(): number;
  /** From 0 to 1. */
  chance(): number;
}

export type Refusal = Extract<ToOverlay, { type: 'refused' }>['reason'];

/** What a client tells its page. */
export interface ClientEvents {
  /** `seq` is the number of the show's last input in the state, where the hub says it. */
  snapshot(options: WidgetOptions, state: Partial<OverlayState>, seq: number | undefined): void;
  changed(state: Partial<OverlayState>, sections: ReadonlySet<OverlaySection>, seq: number | undefined): void;
  options(options: WidgetOptions): void;
  moments(moments: readonly OverlayMoment[]): void;
  refused(reason: Refusal): void;
  /** Whether the hub is being heard. What was shown stays shown without it. */
  heard(is: boolean): void;
}

export interface Client {
  /** The hub's clock in ms. */
  now(): number;
  /** The network came back: waiting has no sense any more. */
  retryNow(): void;
  close(): void;
}

const PING_EVERY_MS = 20_000;
/** Without an answer for this long a connection is dead, whatever the system says. */
const SILENCE_MS = 15_000;
/** After a refusal by the token: a link that was deleted can be brought back. */
const REFUSED_AGAIN_MS = 60_000;
const BUSY_AGAIN_MS = 15_000;

/**
 * Follows a hub for as long as the page lives. It never gives up: whatever ends a connection, another is tried
 * later; every new one begins with a snapshot, so nothing has to be known about what was missed.
 */
export function openClient(token: string, connect: Connect, timers: Timers, events: ClientEvents): Client {
  const clock = createHubClock();
  let wire: Wire | null = null;
  let state: Partial<OverlayState> = {};
  /** Null while the next message that counts is a snapshot. */
  let revision: number | null = null;
  let failures = 0;
  let pinged: number | null = null;
  let closed = false;
  let callOff = () => {};

  const later = (ms: number, run: () => void) => {
    callOff();
    callOff = timers.after(ms, run);
  };
  const send = (message: FromOverlay) => wire?.send(JSON.stringify(message));
  const drop = () => {
    wire?.close();
    wire = null;
    revision = null;
    pinged = null;
  };
  const retry = (ms: number) => {
    drop();
    if (!closed) later(ms, open);
  };
  const fail = () => {
    failures += 1;
    events.heard(false);
    retry(backOff(failures, timers.chance()));
  };
  const resync = () => {
    revision = null;
    send({ type: 'resync' });
    later(SILENCE_MS, fail);
  };
  const ping = () => {
    pinged = timers.now();
    send({ type: 'ping' });
    later(SILENCE_MS, fail);
  };

  function open(): void {
    // Until the snapshot is there, the same limit holds as for an answer.
    later(SILENCE_MS, fail);
    const mine = connect({
      opened: () => send({ type: 'open', protocol: OVERLAY_PROTOCOL, token }),
      received: (text) => take(text),
      closed: () => fail(),
    });
    wire = mine;
  }

  function take(text: string): void {
    const message = parse(text);
    if (message === null) {
      // A second one that cannot be read, before the snapshot that was asked for, ends this connection.
      if (revision === null) fail();
      else resync();
      return;
    }
    const received = timers.now();
    switch (message.type) {
      case 'snapshot':
        clock.sample(message.now, received, received);
        state = message.state;
        revision = message.revision;
        failures = 0;
        later(PING_EVERY_MS, ping);
        events.heard(true);
        events.snapshot(message.options, state, message.seq);
        return;
      case 'change': {
        if (revision === null) return;
        if (message.from !== revision) {
          resync();
          return;
        }
        const taken = takeChange(state, message.change);
        if (taken === null) {
          resync();
          return;
        }
        state = taken.state;
        revision = message.revision;
        events.changed(state, taken.sections, message.seq);
        return;
      }
      case 'moments':
        if (revision !== null) events.moments(message.moments);
        return;
      case 'options':
        if (revision !== null) events.options(message.options);
        return;
      case 'pong':
        if (pinged !== null) clock.sample(message.now, pinged, received);
        pinged = null;
        // While a snapshot is owed, its own limit goes on.
        if (revision !== null) later(PING_EVERY_MS, ping);
        return;
      case 'refused':
        events.refused(message.reason);
        retry((message.reason === 'busy' ? BUSY_AGAIN_MS : REFUSED_AGAIN_MS) * (1 + timers.chance()));
    }
  }

  open();
  return {
    now: () => clock.at(timers.now()),
    retryNow: () => {
      if (closed || revision !== null) return;
      drop();
      failures = 0;
      open();
    },
    close: () => {
      closed = true;
      callOff();
      drop();
    },
  };
}

function parse(text: string): ToOverlay | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const parsed = toOverlaySchema.safeParse(value);
  return parsed.success ? parsed.data : null;
}
