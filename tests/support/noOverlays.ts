import type { OverlayDoor } from '#backstage/overlay/door.ts';

/** Of a backstage that has no widgets. */
export const noOverlays: OverlayDoor = {
  knows: () => false,
  enter: () => null,
  picture: () => null,
  serveAt: () => undefined,
  onLinks: () => () => undefined,
};
