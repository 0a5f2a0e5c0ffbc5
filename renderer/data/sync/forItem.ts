import { RingsideError } from '#shared/contract/error.ts';
import { ApiError, textOf } from '../api/apiError.ts';
import type { PassParts } from './parts.ts';

/**
 * Does what one item needs. What it is refused for is told, and does not keep the others from their turn; a server
 * or a backstage that is away, or a sign-in that has ended, ends the pass. False when the item has to come again.
 */
export async function forItem(
  { onRefused }: Pick<PassParts, 'onRefused'>,
  name: string,
  run: () => Promise<boolean>,
): Promise<boolean> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ApiError && isRefusal(error)) {
      onRefused(name, textOf(error));
      return true;
    }
    if (error instanceof RingsideError && error.problem.code !== 'connection.lost') {
      const { code, params = {} } = error.problem;
      onRefused(name, { key: `error.${code}`, params });
      // A full disk may be free the next time.
      return !code.startsWith('storage.');
    }
    throw error;
  }
}

/** The item itself is at fault, and not the moment. */
function isRefusal(error: ApiError): boolean {
  return !error.endsSession && error.code >= 400 && error.code < 500 && error.code !== 429;
}
