import { PrimeReactProvider } from 'primereact/api';
import { useState } from 'react';
import { Outlet } from 'react-router-dom';
import { RingsideContext, usePage } from '#renderer/data/hooks.ts';
import { switchScenes } from '#renderer/data/obs/obs.ts';
import { type PageParts, pageTimers } from '#renderer/data/page.ts';
import { choosePlatform } from '#renderer/data/platform/index.ts';
import type { BackstageLink } from '#renderer/data/platform/platform.ts';
import { createRingside, type Ringside } from '#renderer/data/ringside.ts';
import type { Session } from '#renderer/data/session/accountSession.ts';
import type { Sync } from '#renderer/data/sync/createSync.ts';
import { SyncContext, startSync } from '#renderer/data/sync/startSync.ts';

interface ToolParts {
  ringside: Ringside;
  sync: Sync;
}

const made = new WeakMap<PageParts, ToolParts>();

/** Provides the link to a backstage. The first ToolRoot opens the link, which stays open until the page closes. */
export default function ToolRoot() {
  const page = usePage();
  const [{ ringside, sync }] = useState(() => partsOf(page));
  return (
    <PrimeReactProvider value={{ ripple: false }}>
      <RingsideContext value={ringside}>
        <SyncContext value={sync}>
          <Outlet />
        </SyncContext>
      </RingsideContext>
    </PrimeReactProvider>
  );
}

function partsOf(page: PageParts): ToolParts {
  const known = made.get(page);
  if (known !== undefined) return known;
  const ringside = createRingside({
    platform: choosePlatform({ token: () => page.session.store.getState().token }),
    settings: page.settings,
    shared: page,
    nextFrame: (task) => window.requestAnimationFrame(task),
    now: () => Date.now(),
    after: pageTimers().after,
  });
  const sync = startSync(page, ringside);
  void ringside.obs.start();
  switchScenes(ringside.obs, ringside.link, ringside.engine);
  const parts = { ringside, sync };
  made.set(page, parts);
  followSignIn(page.session, ringside.link, () => {
    if (page.platform.kind === 'desktop') return;
    made.delete(page);
    sync.stop();
    ringside.obs.stop();
    ringside.link.close();
  });
  return parts;
}

/**
 * Keeps link and sign-in of a page in sync. A new sign-in reconnects the link to that account's backstage. A link that
 * is rejected because the sign-in has ended signs the page out. A running show continues without this screen.
 */
function followSignIn(
  session: Pick<Session, 'store' | 'forget'>,
  link: Pick<BackstageLink, 'onState' | 'reconnect'>,
  onSignOut: () => void,
): void {
  const leave = session.store.subscribe((next, before) => {
    if (next.token === before.token) return;
    if (next.token !== null) return link.reconnect();
    // A sign-out closes the link. After a lost sign-in the screen stays as it is.
    if (next.lost) return;
    leave();
    onSignOut();
  });
  link.onState((state) => {
    if (state.phase === 'lost' && state.why === 'signedOut') session.forget();
  });
}
