import type { OverlayFormer, OverlayMoment } from '#shared/contract/overlay/state.ts';
import type { EffectSettings } from '#shared/contract/rules.ts';
import { anchorsOf } from '#shared/overlay/moments.ts';
import type { OverlayKey, Translate } from '../../texts/texts.ts';
import { element, setState, setStyle, setText } from '../../ui/element.ts';
import { createName } from '../../ui/name.ts';
import type { EffectPage } from '../core/page.ts';

/** Names that a banner has room for. */
const NAMES = 2;
/** Units of a banner's letters at most, and how many of their heights it takes. */
const LARGEST = 62;
const LINES = 3;
/** CSS pixels below which nobody could read it. */
const SMALLEST = 9;

export interface Banner {
  element: HTMLElement;
  /** Puts it where there is room for it; false when there is none. */
  place(page: EffectPage): boolean;
}

/** The words of a moment, in the band above or, where that is indented away, in the one below. */
export function createBanner(
  moment: OverlayMoment,
  style: EffectSettings['style'],
  anchors: Readonly<Record<string, OverlayFormer>>,
  t: Translate,
): Banner {
  const word = element('span', 'fx-banner__word');
  const names = element('span', 'fx-banner__names');
  const plate = element('div', 'fx-banner__plate', word, names);
  const made = element('div', 'fx-banner', plate);
  setState(made, 'style', style);
  setState(made, 'tone', toneOf(moment));
  setText(word, wordOf(moment, t));
  const known = namesOf(moment, anchors);
  for (const each of known.slice(0, NAMES)) {
    const name = createName('fx-banner__name');
    name.show(each);
    names.append(name.element);
  }
  if (known.length > NAMES)
    names.append(element('span', 'fx-banner__more', new Text(`+${known.length - NAMES}`)));
  names.hidden = known.length === 0;
  return {
    element: made,
    place: (page) => {
      const above = page.bands.find((band) => band.edge === 'top');
      const below = page.bands.find((band) => band.edge === 'bottom');
      const band = (above?.height ?? 0) >= (below?.height ?? 0) ? above : below;
      if (band === undefined) return false;
      const size = Math.min(LARGEST, (band.height * 0.86) / LINES) * page.unit;
      if (size < SMALLEST) return false;
      setStyle(made, 'top', `${band.y * page.unit}px`);
      setStyle(made, 'height', `${band.height * page.unit}px`);
      setStyle(made, 'font-size', `${size}px`);
      setState(made, 'at', band.edge);
      return true;
    },
  };
}

/** The second line: the anchors, or what a gameplay entry does and for whom. */
function namesOf(moment: OverlayMoment, anchors: Readonly<Record<string, OverlayFormer>>): string[] {
  if (moment.kind === 'gameplay') return [moment.effects, moment.viewer].filter((text) => text !== '');
  return anchorsOf(moment).flatMap((id) => anchors[id]?.nickname ?? []);
}

function wordOf(moment: OverlayMoment, t: Translate): string {
  if (moment.kind === 'gameplay') return moment.name;
  if (moment.kind === 'streak') return t('overlay.streak', { shown: moment.streak });
  return t(keyOf(moment));
}

function keyOf(moment: Exclude<OverlayMoment, { kind: 'streak' | 'gameplay' }>): OverlayKey {
  if (moment.kind === 'settlement') return `overlay.outcome.${moment.outcome}`;
  if (moment.kind === 'breakthrough') return 'overlay.through';
  return moment.restored ? 'overlay.outcome.restored' : 'overlay.outcome.failed';
}

/** Whose it is, or whether it is good news; the words say the same. */
function toneOf(moment: OverlayMoment): string {
  if (moment.kind === 'resurrection') return moment.restored ? 'good' : 'grey';
  if (moment.kind !== 'settlement') return 'good';
  const { outcome } = moment;
  if (outcome === 'attacker' || outcome === 'defender') return outcome;
  return outcome === 'draw' || outcome === 'notCleared' || outcome === 'failed' ? 'grey' : 'good';
}
