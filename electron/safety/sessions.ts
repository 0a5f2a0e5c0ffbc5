import type { Session } from 'electron';
import { WORKBENCH_PARTITION } from '../windows/workbenchWindow.ts';
import { APP_SCHEME, createAppHandler, type OwnPages } from './appProtocol.ts';
import { guardSession } from './guards.ts';

export interface Sessions {
  defaultSession: Session;
  fromPartition(partition: string): Session;
}

/** Guards every session that the app uses and serves the app's own scheme in it. */
export function prepareSessions(sessions: Sessions, pagesFolder: string, pages: OwnPages): void {
  const handler = createAppHandler(pagesFolder, pages);
  for (const session of [sessions.defaultSession, sessions.fromPartition(WORKBENCH_PARTITION)]) {
    guardSession(session);
    session.protocol.handle(APP_SCHEME, handler);
  }
}
