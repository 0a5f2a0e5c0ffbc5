import type { CallHandlers } from '#shared/contract/backstage.ts';
import type { Core } from '../core.ts';

type Names =
  | 'phones.list'
  | 'phones.invite'
  | 'phones.withdraw'
  | 'phones.revoke'
  | 'phones.restore'
  | 'phones.setOpen';

/** Handles requests about phones that steer the show. */
export function phoneCalls({ phones }: Core): Pick<CallHandlers, Names> {
  return {
    'phones.list': async () => phones.state,
    'phones.invite': () => phones.invite(),
    'phones.withdraw': async () => {
      phones.withdraw();
      return {};
    },
    'phones.revoke': async ({ id }) => {
      phones.revoke(id);
      return {};
    },
    'phones.restore': async ({ id }) => {
      await phones.restore(id);
      return {};
    },
    'phones.setOpen': async ({ open }) => {
      await phones.setOpen(open);
      return {};
    },
  };
}
