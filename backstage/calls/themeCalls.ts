import type { CallHandlers } from '#shared/contract/backstage.ts';
import type { themeCalls as calls } from '#shared/contract/calls/theme.ts';
import { RingsideError } from '#shared/contract/error.ts';
import { FONT_CHUNK } from '#shared/contract/overlay/look.ts';
import type { Core } from '../core.ts';

/** Handles requests about the host's themes and their fonts. All screens get each change. */
export function themeCalls({ themes, fonts, pictures }: Core): Pick<CallHandlers, keyof typeof calls> {
  return {
    'themes.list': async () => ({ themes: themes.list() }),
    'themes.create': async (draft) => ({ theme: themes.create(draft) }),
    'themes.save': async ({ theme }) => ({ theme: themes.save(theme) }),
    'themes.delete': async ({ id }) => {
      themes.delete(id);
      return {};
    },
    'themes.restore': async ({ id }) => ({ theme: themes.restore(id) }),
    'fonts.put': async ({ id, size, offset, data }) =>
      fonts.put(id, size, offset, Buffer.from(data, 'base64')),
    'fonts.read': async ({ font, offset }) => {
      const found = pictures.read(font);
      if (found === null || !found.type.startsWith('font/')) throw new RingsideError('theme.file');
      return {
        data: Buffer.from(found.bytes)
          .subarray(offset, offset + FONT_CHUNK)
          .toString('base64'),
      };
    },
  };
}
