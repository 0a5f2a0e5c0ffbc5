import type { OverlayEndpoint } from '#backstage/overlay/overlayEndpoint.ts';
import type { Vitals } from '#backstage/vitals.ts';

/** The overlay endpoint of a backstage without widgets. */
export const noOverlays: OverlayEndpoint = {
  knows: () => false,
  subscribe: () => null,
  picture: () => null,
  serveAt: () => undefined,
  onLinks: () => () => undefined,
};

/** The figures of an idle backstage. */
export const quietVitals: Vitals = {
  counting: false,
  blocked: false,
  waiting: { inputs: 0, bytes: 0 },
  upstream: null,
  upstreamAwayMs: 0,
  countingSince: null,
  rehearsal: false,
  giftsLastMinute: 0,
  screens: 0,
  overlays: 0,
  diskBytes: null,
};
