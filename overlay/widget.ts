import type { OverlayMoment, OverlaySection, OverlayState } from '#shared/contract/overlay/state.ts';
import type { OptionsOf, WidgetKind } from '#shared/contract/overlay/widget.ts';
import type { PageSounds } from './page/sounds.ts';
import type { Translate } from './texts/texts.ts';

/** What a page provides to its widget. It is constant: a change of language or calm mode mounts a new widget. */
export interface WidgetEnv {
  /** The hub's clock (ms since 1970). */
  now(): number;
  /** Whether the show's votes have tenths. */
  tenths(): boolean;
  /** Translates a text key (`overlay.*`) into the widget's language. */
  t: Translate;
  /** The URL of a picture from its path on the hub; '' if the path is '' or on another server. */
  picture(path: string): string;
  /** The system or the widget's calm mode asks for no decorative motion. */
  reduced: boolean;
  /** The sounds of packs, which the page plays if the host has switched sounds on. */
  sounds: Pick<PageSounds, 'setPacks' | 'play'>;
  /** Requests a `clock` call in the next frame, before the time that the last call returned. */
  wake(): void;
}

/**
 * A widget of a page. It only draws the state; it computes no numbers. Each method is called at most once per display
 * frame (`moment` once per moment), in the order options, update, moment, clock.
 *
 * One `rem` is 100 units of a page of 1080x1920 units. The page sets `--accent`, `--font` and `data-theme`, so sizes in
 * `rem` and colours from these follow the host's options.
 */
export interface Widget<K extends WidgetKind = WidgetKind> {
  /** Passes the current state and the sections that changed since the last call. The first call contains all. */
  update(state: Partial<OverlayState>, change: ReadonlySet<OverlaySection>): void;
  options(options: OptionsOf<K>): void;
  /** Starts a short animation. A widget may ignore it. */
  moment(moment: OverlayMoment): void;
  /**
   * Called after the other methods and at the time that the last call asked for. Returns the ms until the next call: 0
   * for the next frame, `Infinity` for none until something changes.
   */
  clock(now: number): number;
  /** Removes the widget's elements and stops its observers and animations. */
  destroy(): void;
}

/** Builds a widget into its host, an empty element. */
export type WidgetFactory<K extends WidgetKind> = (
  host: HTMLElement,
  options: OptionsOf<K>,
  env: WidgetEnv,
) => Widget<K>;
