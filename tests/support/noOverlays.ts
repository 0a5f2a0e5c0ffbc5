import type { OverlayEndpoint } from '#backstage/overlay/overlayEndpoint.ts';

/** Of a backstage that has no widgets. */
export const noOverlays: OverlayEndpoint = {
  knows: () => false,
  subscribe: () => null,
  picture: () => null,
  serveAt: () => undefined,
  onLinks: () => () => undefined,
};
