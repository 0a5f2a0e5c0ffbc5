import { createStore, type StoreApi } from 'zustand/vanilla';
import { PROTOCOL_VERSION } from '#shared/contract/backstage.ts';
import type { Connection } from '#shared/contract/connection.ts';
import type { BackstageLink, LinkState } from '../platform/platform.ts';

export interface ConnectionState {
  /** This screen to the backstage. */
  link: LinkState;
  /** The backstage to the room; null until the backstage has told. */
  room: Connection | null;
  /** The backstage's clock minus this device's, in ms. */
  clockOffset: number;
  /** The backstage has become newer than this page, which must be loaded anew. */
  outdated: boolean;
  /** The build of this page: the one that its backstage had when the page was loaded; null until it has told. */
  build: string | null;
  /** The name of this screen's commands in the journal. */
  by: string | null;
}

export type ConnectionStore = StoreApi<ConnectionState>;

/** Follows the link and the `connection` pushes. `now` is ms by this device's clock. */
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

/** Whole seconds since the room's last event, null when there was none. `now` is ms by this device's clock. */
export function secondsSinceEvent(state: ConnectionState, now: number): number | null {
  const last = state.room?.lastEventAt ?? null;
  return last === null ? null : Math.max(0, Math.floor((now + state.clockOffset - last) / 1000));
}
