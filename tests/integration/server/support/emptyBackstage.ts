import type { Backstage } from '#backstage/api.ts';
import { noOverlays, quietVitals } from '#tests/support/idleBackstage.ts';
import { noRemote } from '#tests/support/noRemote.ts';

/** A backstage without a show, for tests of accounts. */
export const emptyBackstage: Backstage = {
  connect: () => ({
    request: async () => {
      throw new Error('no show here');
    },
    setBacklog: () => undefined,
    close: () => undefined,
  }),
  busy: false,
  onBusy: () => () => undefined,
  vitals: quietVitals,
  liveRoom: null,
  overlays: noOverlays,
  remote: noRemote,
  close: async () => undefined,
  disconnect: () => undefined,
  abandon: () => undefined,
};
