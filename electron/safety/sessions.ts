import type { Session } from 'electron';
import { WORKBENCH_PARTITION } from '../windows/workbenchWindow.ts';
import { type Answerer, APP_SCHEME, createAppHandler, type OwnPages } from './appProtocol.ts';
import { guardSession, type HubOrigin } from './guards.ts';

export interface Sessions {
  defaultSession: Session;
  fromPartition(partition: string): Session;
}

export interface ServedPages {
  folder: string;
  own: OwnPages;
  /** Answers the calls of `/api`; the workbench has none to make. */
  api: Answerer;
  hub: HubOrigin;
}

/** Guards every session that shows pages and serves the app's own scheme in it. */
export function prepareSessions(sessions: Sessions, { folder, own, api, hub }: ServedPages): void {
  const shown = [
    { session: sessions.defaultSession, handler: createAppHandler(folder, own, api) },
    { session: sessions.fromPartition(WORKBENCH_PARTITION), handler: createAppHandler(folder, own) },
  ];
  for (const { session, handler } of shown) {
    guardSession(session, hub);
    session.protocol.handle(APP_SCHEME, handler);
  }
}
