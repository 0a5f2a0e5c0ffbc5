import type { CallHandlers } from '#shared/contract/backstage.ts';
import { cleanUsername } from '#shared/live/username.ts';
import type { Core } from '../core.ts';

type Names = 'anchors.look' | 'pictures.put' | 'pictures.read';

/** Handles requests about anchors' platform facts and pictures. */
export function anchorCalls({ anchors, pictures }: Core): Pick<CallHandlers, Names> {
  return {
    'anchors.look': async ({ username }) => ({ anchor: await anchors.lookUp(cleanUsername(username)) }),
    'pictures.put': async ({ data }) => ({ picture: pictures.put(bytesOf(data)) }),
    'pictures.read': async ({ pictures: ids }) => ({
      pictures: ids.map((id) => ({ id, data: pictures.dataOf(id) })),
    }),
  };
}

function bytesOf(data: string): Uint8Array {
  return new Uint8Array(Buffer.from(data.slice(data.indexOf(',') + 1), 'base64'));
}
