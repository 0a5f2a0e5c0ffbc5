import type { Platform } from './platform.ts';

/** What every page needs to know of where it runs; the link to a backstage comes with the tool. */
export type PageHost = Pick<Platform, 'kind' | 'reload'>;

export function pageHost(page: Window): PageHost {
  // The preload script of the desktop app leaves its mark, and nothing else does.
  return { kind: 'ringside' in page ? 'desktop' : 'web', reload: () => page.location.reload() };
}
