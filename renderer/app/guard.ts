import {
  isPublic,
  isTool,
  plainPath,
  REHEARSAL_PATH,
  REHEARSAL_TOOL,
  signInPath,
} from '#renderer/data/paths.ts';
import type { Platform } from '#renderer/data/platform/platform.ts';
import type { Session } from '#renderer/data/session/accountSession.ts';
import { screenOfPath } from '#renderer/data/session/adminPaths.ts';
import type { ToolDoor } from './toolDoor.ts';

export interface GuardContext {
  session: Pick<Session, 'store' | 'ensureInfo' | 'forget'>;
  kind: Platform['kind'];
  door: ToolDoor;
}

/**
 * Decides before each navigation whether a screen opens: returns null when it does, else the path to go to
 * instead. Who is signed in is loaded before the first screen that depends on it.
 */
export async function guard(url: URL, context: GuardContext): Promise<string | null> {
  const { session, kind, door } = context;
  const path = plainPath(url.pathname);
  if (kind === 'desktop' && path === '/') return '/tool';
  if (path === REHEARSAL_PATH) {
    door.openForRehearsal();
    return REHEARSAL_TOOL;
  }
  const signedIn = session.store.getState().token !== null;
  if (path === '/login') return signedIn ? '/' : null;
  if (isPublic(path)) {
    // Pages that open to everybody need not wait to show whose name stands in their corner.
    if (signedIn) void session.ensureInfo({ quiet: true });
    return null;
  }
  const wanted = `${path}${url.search}${url.hash}`;
  if (isTool(path)) return (await opensTool(context)) ? null : signInPath(wanted);
  if (!signedIn) return signInPath(wanted);
  if (!(await session.ensureInfo())) {
    session.forget();
    return signInPath(wanted);
  }
  const screen = screenOfPath(path);
  if (screen === null || session.store.getState().menuRoutes.includes(screen)) return null;
  return '/404';
}

/**
 * The desktop's tool opens always. On the web it opens to whoever is signed in, to who rehearses, and to everybody
 * where the server belongs to one host; and it stays open in a page in which it was: a show is never cut off from
 * its host because a sign-in has ended.
 */
async function opensTool({ session, kind, door }: GuardContext): Promise<boolean> {
  if (kind === 'desktop' || door.wasOpened) return true;
  if (session.store.getState().token !== null) await session.ensureInfo({ quiet: true });
  // A server that could not be asked decides when the tool joins it; a token that it does not know is gone by now.
  const opens = session.store.getState().token !== null || (await door.opensWithoutSignIn());
  if (opens) door.wasOpened = true;
  return opens;
}
