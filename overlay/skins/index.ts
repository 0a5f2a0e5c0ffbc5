import './skins.css';
import type { Skin } from '#shared/contract/overlay/widget.ts';
import { dragon } from './dragon.ts';
import { ember, frostCrystal } from './elementSkins.ts';
import { goldLaurel, ribbon } from './honourSkins.ts';
import { neonRing, plain, starlight } from './lightSkins.ts';
import { inkBrush, sakura } from './natureSkins.ts';
import { draw, type SkinArt, type SkinPaint } from './svg.ts';

const arts: Readonly<Record<Skin, SkinArt>> = {
  plain,
  goldLaurel,
  sakura,
  dragon,
  neonRing,
  ribbon,
  inkBrush,
  ember,
  frostCrystal,
  starlight,
};

/**
 * Returns a function that draws a skin: an SVG of 240 by 240 above a round picture with radius 74. `data-play` on it
 * plays its animation once, for about 1.5 s.
 */
export function skinArtwork(skin: Skin): (paint?: SkinPaint) => SVGSVGElement {
  return (paint = { hard: false }) => {
    const svg = draw('svg', {
      viewBox: '0 0 240 240',
      class: 'skin',
      'aria-hidden': 'true',
      'data-skin': skin,
    });
    // No antialiasing: translucent pixels would keep some of the key colour.
    if (paint.hard) svg.setAttribute('shape-rendering', 'crispEdges');
    svg.append(...arts[skin](paint));
    return svg;
  };
}
