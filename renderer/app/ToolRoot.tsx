import { PrimeReactProvider } from 'primereact/api';
import { useState } from 'react';
import { Outlet } from 'react-router-dom';
import { choosePlatform } from '../platform/index.ts';
import { RingsideContext, usePage } from './hooks.ts';
import type { PageParts } from './page.ts';
import { pageTimers } from './pageTimers.ts';
import { createRingside, type Ringside } from './ringside.ts';

const made = new WeakMap<PageParts, Ringside>();

/** Everything below talks to a backstage. The link is opened with the first of it and stays for the page. */
export default function ToolRoot() {
  const page = usePage();
  const [ringside] = useState(() => ringsideOf(page));
  return (
    <PrimeReactProvider value={{ ripple: false }}>
      <RingsideContext value={ringside}>
        <Outlet />
      </RingsideContext>
    </PrimeReactProvider>
  );
}

function ringsideOf(page: PageParts): Ringside {
  const known = made.get(page);
  if (known !== undefined) return known;
  const ringside = createRingside({
    platform: choosePlatform(),
    settings: page.settings,
    shared: page,
    nextFrame: (task) => window.requestAnimationFrame(task),
    now: () => Date.now(),
    after: pageTimers().after,
  });
  made.set(page, ringside);
  return ringside;
}
