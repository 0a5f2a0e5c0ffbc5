import type {
  OverlayFormer,
  OverlayMoment,
  OverlayRound,
  OverlayState,
} from '#shared/contract/overlay/state.ts';
import type { WidgetFrame } from '#shared/contract/overlay/widget.ts';
import type { OwnStyle } from '#shared/contract/rules.ts';
import { anchorsOf } from '#shared/overlay/moments.ts';
import type { OverlayKey, Translate } from '../../texts/texts.ts';
import { element, setState, setStyle, setText } from '../../ui/element.ts';
import { createFigures } from '../../ui/numbers.ts';
import { createAvatar, createName } from '../../ui/person.ts';
import type { WidgetEnv } from '../../widget.ts';
import type { Actor } from '../core/actor.ts';
import type { Box, EffectPage } from '../core/page.ts';
import type { Quality } from '../core/quality.ts';
import { seeded } from '../core/random.ts';
import { Strips } from '../core/strips.ts';
import type { LoadedPack } from '../packs/library.ts';
import { Breakthrough } from './breakthrough.ts';
import { Dress, packMomentOf } from './dress.ts';
import { LottieBanner } from './lottieBanner.ts';
import { enqueue, momentSeconds } from './queue.ts';
import { Resurrection } from './resurrection.ts';
import { Settlement, Streak } from './settlement.ts';
import { type MomentScene, momentColours } from './shapes.ts';

/** What a banner says beside the moment itself. */
export interface MomentFacts {
  anchors: Readonly<Record<string, OverlayFormer>>;
  battle: OverlayState['battle']['now'];
  topViewer: OverlayRound['topViewer'];
  frame: Pick<WidgetFrame, 'language' | 'shortNumbers'>;
}

interface Playing {
  strips: Strips;
  actor: Actor;
  banner: Banner;
  /** The pack's animation behind the banner. */
  art: LottieBanner | null;
  seconds: number;
  time: number;
}

/** Share of a moment's duration at which its still picture is taken. */
const STILL_AT = 0.5;

/** Shows moments one after another, from a bounded queue. */
export class MomentPlayer {
  private readonly host: HTMLElement;
  private readonly still: boolean;
  private waiting: OverlayMoment[] = [];
  private playing: Playing | null = null;
  private count = 0;

  constructor(host: HTMLElement, still: boolean) {
    this.host = host;
    this.still = still;
  }

  get busy(): boolean {
    return this.playing !== null || this.waiting.length > 0;
  }

  /** Seconds until the shown moment ends. */
  get secondsLeft(): number {
    return this.playing === null ? 0 : this.playing.seconds - this.playing.time;
  }

  add(moment: OverlayMoment): void {
    this.waiting = enqueue(this.waiting, moment);
  }

  /** Starts the next moment if none is shown. */
  begin(
    page: EffectPage,
    quality: Quality,
    styleOf: (moment: OverlayMoment) => OwnStyle,
    /** The packs of the host that are shown, those that come first before the others. */
    packs: readonly LoadedPack[],
    facts: MomentFacts,
    env: WidgetEnv,
  ): void {
    const [next, ...rest] = this.waiting;
    if (this.playing !== null || next === undefined) return;
    this.waiting = rest;
    const style = styleOf(next);
    const dressed = packMomentOf(next);
    const pack =
      dressed === null ? undefined : packs.find((each) => each.pack.moments[dressed] !== undefined);
    // Packs are drawn for the attacker.
    const isMirrored = pack !== undefined && next.kind === 'settlement' && next.outcome === 'defender';
    const strips = new Strips(page, quality.resolution, isMirrored);
    const banner = createBanner(next, style, facts, env);
    const random = seeded(++this.count);
    const scene = { page, random, amount: quality.amount };
    const actor =
      pack === undefined || dressed === null
        ? momentActor(next, { ...scene, colours: momentColours[style] })
        : new Dress(pack, dressed, {
            scene,
            strips,
            scale: page.unit * quality.resolution,
            atOnce: this.still,
          });
    this.host.append(strips.element);
    const seconds = momentSeconds[next.kind];
    const band = banner.place(page);
    const source =
      dressed === null ? undefined : packs.flatMap(({ banners }) => banners.get(dressed) ?? [])[0];
    const scale = quality.resolution * devicePixelRatio;
    const art =
      source === undefined || band === null ? null : new LottieBanner(source, { page, band, scale, seconds });
    if (art !== null) {
      this.host.append(art.element);
      art.start();
    }
    if (band !== null) this.host.append(banner.element);
    this.playing = { strips, actor, banner, art, seconds, time: 0 };
    if (this.still) this.draw(this.playing, this.playing.seconds * STILL_AT);
  }

  step(seconds: number, draw: boolean): void {
    const { playing } = this;
    if (playing === null) return;
    playing.time += seconds;
    if (playing.time >= playing.seconds) {
      this.end();
      return;
    }
    playing.actor.step(seconds, playing.time);
    if (draw && !this.still) this.draw(playing, playing.time);
  }

  /** Removes the shown and the queued moments. */
  clear(): void {
    this.waiting = [];
    this.end();
  }

  private draw({ strips, actor, art }: Playing, time: number): void {
    strips.clear();
    actor.draw(strips, time);
    strips.feather();
    art?.draw(time);
  }

  private end(): void {
    this.playing?.strips.element.remove();
    this.playing?.art?.end();
    this.playing?.banner.element.remove();
    this.playing = null;
  }
}

/** Creates the animation of a moment. */
function momentActor(moment: OverlayMoment, scene: MomentScene): Actor {
  switch (moment.kind) {
    case 'settlement':
      return new Settlement(scene, moment.outcome);
    case 'breakthrough':
      return new Breakthrough(scene);
    case 'resurrection':
      return new Resurrection(scene, moment.restored);
    case 'streak':
      return new Streak(scene, moment.streak);
    case 'gameplay':
      // The same animation as for a cleared turn.
      return new Settlement(scene, 'cleared');
  }
}

/** Maximum number of names, and of faces. */
const MAX_NAMES = 2;
const MAX_FACES = 3;
/** Maximum font size in units, and the banner's height in font sizes. */
const MAX_FONT_UNITS = 66;
const LINES = 3.95;
/** The height of the line with the viewer (font sizes). */
const VIEWER_LINE = 0.76;
/** Minimum readable font size (CSS pixels). */
const MIN_FONT_PX = 9;

interface Banner {
  element: HTMLElement;
  /** Places the banner on a band, and returns that; null if no band has room. */
  place(page: EffectPage): Box | null;
}

/**
 * Creates the text of a moment with the faces of its anchors. A settlement also has the viewer with the most votes and,
 * for a battle, the score. It lies on the top band, or on the bottom band if an indent cuts the top one.
 */
function createBanner(
  moment: OverlayMoment,
  style: OwnStyle,
  { anchors, battle, topViewer, frame }: MomentFacts,
  { t, picture, tenths }: WidgetEnv,
): Banner {
  const word = element('span', 'fx-banner__word');
  const names = element('span', 'fx-banner__names');
  const faces = element('span', 'fx-banner__faces');
  const score = element('span', 'fx-banner__score');
  const viewer = element('span', 'fx-banner__viewer');
  const text = element('span', 'fx-banner__text', word, score, names, viewer);
  const plate = element('div', 'fx-banner__plate', faces, text);
  const root = element('div', 'fx-banner', plate);
  setState(root, 'style', style);
  setState(root, 'tone', toneOf(moment));
  setText(word, wordOf(moment, t));
  const known = namesOf(moment, anchors);
  for (const each of known.slice(0, MAX_NAMES)) {
    const name = createName('fx-banner__name');
    name.show(each);
    names.append(name.element);
  }
  if (known.length > MAX_NAMES)
    names.append(element('span', 'fx-banner__more', new Text(`+${known.length - MAX_NAMES}`)));
  names.hidden = known.length === 0;
  const shown = anchorsOf(moment).flatMap((id) => anchors[id] ?? []);
  for (const { nickname, avatar } of shown.slice(0, MAX_FACES)) {
    const face = createAvatar();
    face.show(nickname, picture(avatar));
    faces.append(face.element);
  }
  faces.hidden = shown.length === 0;
  const { votes } = createFigures(frame, tenths);
  const scored = moment.kind === 'settlement' && battle !== undefined;
  if (scored) {
    setText(score, `${votes(battle.attackerTenths)} : ${votes(battle.defenderTenths)}`);
  }
  score.hidden = !scored;
  const hasViewer = moment.kind === 'settlement' && topViewer !== undefined;
  if (hasViewer) {
    const name = createName('fx-banner__name');
    name.show(topViewer.name);
    const sum = element('b', 'fx-banner__votes', new Text(votes(topViewer.votesTenths)));
    viewer.append(element('span', 'fx-banner__label', new Text(t('overlay.topViewer'))), name.element, sum);
  }
  viewer.hidden = !hasViewer;
  const lines = LINES + (hasViewer ? VIEWER_LINE : 0);
  return {
    element: root,
    place: (page) => {
      const above = page.bands.find((band) => band.edge === 'top');
      const below = page.bands.find((band) => band.edge === 'bottom');
      const band = (above?.height ?? 0) >= (below?.height ?? 0) ? above : below;
      if (band === undefined) return null;
      const size = Math.min(MAX_FONT_UNITS, (band.height * 0.86) / lines) * page.unit;
      if (size < MIN_FONT_PX) return null;
      setStyle(root, 'top', `${band.y * page.unit}px`);
      setStyle(root, 'height', `${band.height * page.unit}px`);
      setStyle(root, 'font-size', `${size}px`);
      setState(root, 'at', band.edge);
      return band;
    },
  };
}

/** The second line: the anchors' names, or a gameplay entry's effects and viewer. */
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

/**
 * Returns the banner's colour by result: the winning side, `good` or `grey`. The banner's text states the result too.
 */
function toneOf(moment: OverlayMoment): string {
  if (moment.kind === 'resurrection') return moment.restored ? 'good' : 'grey';
  if (moment.kind !== 'settlement') return 'good';
  const { outcome } = moment;
  if (outcome === 'attacker' || outcome === 'defender') return outcome;
  return outcome === 'draw' || outcome === 'notCleared' || outcome === 'failed' ? 'grey' : 'good';
}
