import type { BackstageLink } from '#renderer/data/platform/platform.ts';
import type { Session } from '#renderer/data/session/accountSession.ts';

/**
 * Keeps the link and the sign-in of one page together: a new sign-in joins what is that account's, and a server that
 * knows the sign-in no more makes the page forget it. A show that runs goes on meanwhile, without this screen.
 */
export function followSignIn(
  session: Pick<Session, 'store' | 'forget'>,
  link: Pick<BackstageLink, 'onState' | 'reconnect'>,
  onSignOut: () => void,
): void {
  const leave = session.store.subscribe((next, before) => {
    if (next.token === before.token) return;
    if (next.token !== null) return link.reconnect();
    // Whoever signs out leaves what was theirs; who loses the sign-in stays where they are.
    if (next.lost) return;
    leave();
    onSignOut();
  });
  link.onState((state) => {
    if (state.phase === 'lost' && state.why === 'signedOut') session.forget();
  });
}
