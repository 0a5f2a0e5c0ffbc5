import type { CallHandlers } from '#shared/contract/backstage.ts';
import type { Core } from '../core.ts';

type Names = `packs.${'put' | 'remove' | 'restore'}`;

/** Handles requests about the effect packs of the host. */
export function packCalls({ packs }: Pick<Core, 'packs'>): Pick<CallHandlers, Names> {
  return {
    'packs.put': ({ id, size, offset, data }) => packs.put(id, size, offset, Buffer.from(data, 'base64')),
    'packs.remove': async ({ id }) => {
      packs.store.remove(id);
      return {};
    },
    'packs.restore': async ({ id }) => {
      packs.store.restore(id);
      return {};
    },
  };
}
