import type { Session } from 'electron';

/** The session in which calls to the server are made: in memory, with nothing of any window's. */
export const ACCOUNT_PARTITION = 'account';

/** Requests in it go to the server alone: nothing else of the app's, and nothing that the server redirects to. */
export function guardAccountSession(session: Pick<Session, 'webRequest'>, server: () => string | null): void {
  session.webRequest.onBeforeRequest(({ url }, answer) => {
    const isServer = URL.canParse(url) && new URL(url).origin === server();
    answer({ cancel: !isServer });
  });
}
