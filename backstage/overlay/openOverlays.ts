import type { GiftPicture } from '#shared/contract/anchors.ts';
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
  giftPictures: Pick<GiftPictures, 'known'>;
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
    show: () => shows.current,
    anchors: {
      picture: (anchor) => pathOf(anchor.avatar || (factsOf(anchor)?.avatar ?? '')),
      live: (anchor) => factsOf(anchor)?.live ?? null,
    },
    giftPictures: () => pathsOf(giftPictures.known),
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

const paths = new WeakMap<readonly GiftPicture[], Readonly<Record<string, string>>>();

/** The paths of pictures by gift id, the same object for the same list. */
function pathsOf(known: readonly GiftPicture[]): Readonly<Record<string, string>> {
  const made =
    paths.get(known) ?? Object.fromEntries(known.map(({ giftId, picture }) => [giftId, pathOf(picture)]));
  paths.set(known, made);
  return made;
}

/** Returns the path of a stored picture, '' for any other address: pages load pictures from the hub only. */
function pathOf(picture: string): string {
  return /^[0-9a-f]{64}$/.test(picture) ? `${PICTURE_PATH}${picture}` : '';
}
