import type { Session } from '../account/session/session.ts';
import { screenOfPath } from '../admin/screens.ts';
import type { Platform } from '../platform/platform.ts';
import { isPublic, isTool, plainPath, signInPath } from './paths.ts';

export interface GuardContext {
  session: Pick<Session, 'store' | 'ensureInfo' | 'forget'>;
  kind: Platform['kind'];
}

/**
 * Decides before each navigation whether a screen opens: returns null when it does, else the path to go to
 * instead. Who is signed in is loaded before the first screen that depends on it.
 */
export async function guard(url: URL, { session, kind }: GuardContext): Promise<string | null> {
  const path = plainPath(url.pathname);
  if (kind === 'desktop' && path === '/') return '/tool';
  const signedIn = session.store.getState().token !== null;
  if (path === '/login') return signedIn ? '/' : null;
  if (isPublic(path, kind)) {
    // Pages that open to everybody need not wait to show whose name stands in their corner.
    if (signedIn && !isTool(path)) void session.ensureInfo({ quiet: true });
    return null;
  }
  const wanted = `${path}${url.search}${url.hash}`;
  if (!signedIn) return signInPath(wanted);
  if (!(await session.ensureInfo())) {
    session.forget();
    return signInPath(wanted);
  }
  const screen = screenOfPath(path);
  if (screen === null || session.store.getState().menuRoutes.includes(screen)) return null;
  return '/404';
}
