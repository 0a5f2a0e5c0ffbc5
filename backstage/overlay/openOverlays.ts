import type { Anchor } from '#shared/contract/preset.ts';
import type { AnchorBook } from '../anchors/anchorBook.ts';
import type { PictureStore } from '../anchors/pictureStore.ts';
import type { Hub, Notices } from '../hub.ts';
import type { ShowManager } from '../showManager.ts';
import type { GiftPictures } from '../store/giftPictures.ts';
import { Overlays, type OverlaysOptions } from './overlays.ts';
import { PICTURE_PATH } from './pages.ts';

interface OverlayParts
  extends Pick<
    OverlaysOptions,
    'dataDir' | 'mostWidgets' | 'clock' | 'archive' | 'log' | 'fillsOf' | 'themes'
  > {
  shows: ShowManager;
  hub: Hub;
  notices: Notices;
  anchors: Pick<AnchorBook, 'factsOf'>;
  pictures: Pick<PictureStore, 'read'>;
  giftPictures: Pick<GiftPictures, 'pictureOf'>;
}

const NOTICE = 'overlay.problem';

/** Creates the overlays of a backstage and connects them to its other components. */
export function openOverlays({
  shows,
  hub,
  notices,
  anchors,
  pictures,
  giftPictures,
  ...rest
}: OverlayParts): Overlays {
  return new Overlays({
    ...rest,
    showsFolder: shows.folder,
    show: () => shows.current,
    anchors: {
      picture: (anchor) => pathOf(anchor.avatar || (factsOf(anchor)?.avatar ?? '')),
      live: (anchor) => factsOf(anchor)?.live ?? null,
    },
    giftPicture: (giftId) => pathOf(giftPictures.pictureOf(giftId)),
    picture: (name) => pictures.read(name),
    changed: (links) => hub.broadcast({ push: 'overlay.changed', links }),
    problem: (problem) => {
      if (problem === null) notices.clear(NOTICE);
      else notices.showStanding(NOTICE, 'warn', problem);
    },
  });

  function factsOf({ username }: Pick<Anchor, 'username'>) {
    return username === '' ? undefined : anchors.factsOf(username);
  }
}

/** Returns the path of a stored picture, '' for any other address: pages load pictures from the hub only. */
function pathOf(picture: string): string {
  return /^[0-9a-f]{64}$/.test(picture) ? `${PICTURE_PATH}${picture}` : '';
}
