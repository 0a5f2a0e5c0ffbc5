import type { CallHandlers } from '#shared/contract/backstage.ts';
import type { Core } from '../core.ts';

type Names =
  | 'overlay.list'
  | 'overlay.create'
  | 'overlay.update'
  | 'overlay.delete'
  | 'overlay.restore'
  | 'overlay.revoke'
  | 'overlay.movePort';

/** Handles requests about widgets and their links. Every operator may change them; all screens get the change. */
export function overlayCalls({ overlays }: Core): Pick<CallHandlers, Names> {
  return {
    'overlay.list': async () => ({ links: overlays.list(), problem: overlays.problem }),
    'overlay.create': async ({ kind, name, language }) => ({ link: overlays.create(kind, name, language) }),
    'overlay.update': async ({ id, name, options, changedAt }) => ({
      link: overlays.update(id, name, options, changedAt),
    }),
    'overlay.delete': async ({ id }) => {
      overlays.delete(id);
      return {};
    },
    'overlay.restore': async ({ id }) => ({ link: overlays.restore(id) }),
    'overlay.revoke': async ({ id }) => ({ link: overlays.revoke(id) }),
    'overlay.movePort': async () => {
      await overlays.movePort();
      return {};
    },
  };
}
