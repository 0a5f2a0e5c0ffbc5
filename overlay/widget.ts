import type { OverlayMoment, OverlaySection, OverlayState } from '#shared/contract/overlay/state.ts';
import type { OptionsOf, WidgetKind } from '#shared/contract/overlay/widget.ts';
import type { Translate } from './texts/texts.ts';

/** What a page gives to its widget. A change of language, or of calm, makes a new widget. */
export interface WidgetEnv {
  /** The hub's clock in ms. */
  now(): number;
  /** Whether the votes of the show have tenths. */
  tenths(): boolean;
  /** The widget's texts in its language; the key is `overlay.` and more. */
  t: Translate;
  /** The address of a picture on the hub; empty for none, or for a path that is not the hub's. */
  picture(path: string): string;
  /** The viewer's system or the widget's own calm mode wants no moving decoration. */
  reduced: boolean;
  /** Asks for `clock` in the next frame, for one who said that it could wait. */
  wake(): void;
}

/**
 * A widget draws; it decides nothing. Everything it is told comes in one call per display frame at most, in the
 * order update, options, moment, clock. One `rem` is 100 units of a page of 1080x1920, `--accent`, `--font` and
 * `data-theme` are the page's, so that a widget's own sizes and colours follow the host's choice by themselves.
 */
export interface Widget<K extends WidgetKind = WidgetKind> {
  /** The state as it is now, with the sections that changed since the last call; the first call has them all. */
  update(state: Partial<OverlayState>, change: ReadonlySet<OverlaySection>): void;
  options(options: OptionsOf<K>): void;
  /** A short animation; it may be left out. */
  moment(moment: OverlayMoment): void;
  /**
   * After each of the others, and then whenever the widget asked for it. Answers in how many ms it wants to be
   * called again: 0 is the next frame, `Infinity` is not before something happens, which costs nothing.
   */
  clock(now: number): number;
  /** Takes everything away that it put into its host, and stops everything it began. */
  destroy(): void;
}

/** Builds a widget into its host, an empty element as large as the page without its indents. */
export type WidgetFactory<K extends WidgetKind> = (
  host: HTMLElement,
  options: OptionsOf<K>,
  env: WidgetEnv,
) => Widget<K>;
