import type { OverlayEndpoint } from '#backstage/overlay/overlayEndpoint.ts';

/** The overlay endpoint of a backstage without widgets. */
export const noOverlays: OverlayEndpoint = {
  knows: () => false,
  subscribe: () => null,
  picture: () => null,
  serveAt: () => undefined,
  onLinks: () => () => undefined,
};
