import { createStore, type StoreApi } from 'zustand/vanilla';
import { PROTOCOL_VERSION } from '#shared/contract/backstage.ts';
import type { Connection, Phase } from '#shared/contract/connection.ts';
import type { BackstageLink, LinkState } from '../platform/platform.ts';

export interface ConnectionState {
  /** The connection of this screen to the backstage. */
  link: LinkState;
  /** The connection of the backstage to the room; null until the first push. */
  room: Connection | null;
  /** The backstage's clock minus this device's, in ms. */
  clockOffset: number;
  /** True if the backstage has another build or protocol than this page, which must be reloaded. */
  outdated: boolean;
  /** The backstage's build when the page was loaded; null until the first `hello`. */
  build: string | null;
  /** The name that the journal records for this screen's commands. */
  by: string | null;
}

export type ConnectionStore = StoreApi<ConnectionState>;

/** Stores the link's state and the `connection` and `hello` pushes. `now` is this device's clock in ms. */
export function createConnectionStore(link: BackstageLink, now: () => number): ConnectionStore {
  const store = createStore<ConnectionState>()(() => ({
    link: link.state,
    room: null,
    clockOffset: 0,
    outdated: false,
    build: null,
    by: null,
  }));
  let build: string | null = null;
  link.onState((state) => store.setState({ link: state }));
  link.onPush((push) => {
    if (push.push === 'connection') {
      store.setState({ room: push.connection, clockOffset: push.connection.now - now() });
    } else if (push.push === 'hello') {
      build ??= push.build;
      const outdated = push.protocol !== PROTOCOL_VERSION || push.build !== build;
      store.setState({ clockOffset: push.now - now(), outdated, build, by: push.by ?? null });
    }
  });
  return store;
}

/** Returns the whole seconds since the room's last event; null if there was none. `now` is ms by this device. */
export function secondsSinceEvent(state: ConnectionState, now: number): number | null {
  const last = state.room?.lastEventAt ?? null;
  return last === null ? null : Math.max(0, Math.floor((now + state.clockOffset - last) / 1000));
}

/** The health of each phase, for the shape and colour of the dot. */
export const phaseHealth: Record<Phase, 'off' | 'wait' | 'good' | 'bad'> = {
  idle: 'off',
  waiting: 'wait',
  resolving: 'wait',
  connecting: 'wait',
  live: 'good',
  silent: 'wait',
  reconnecting: 'wait',
  ended: 'off',
  blocked: 'bad',
  failed: 'bad',
};

/** Whether a room is open or being opened, so that it can be closed. */
export function isOpen(phase: Phase): boolean {
  return !['idle', 'ended', 'failed'].includes(phase);
}
