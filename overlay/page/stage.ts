import type { OverlayMoment, OverlaySection, OverlayState } from '#shared/contract/overlay/state.ts';
import type { WidgetOptions } from '#shared/contract/overlay/widget.ts';
import { setState } from '../parts/element.ts';
import { loadTexts, type Translate } from '../texts/texts.ts';
import { createFrames } from './frames.ts';
import { type AnyFactory, type AnyWidget, loaders } from './kinds.ts';
import type { PageFrame } from './pageFrame.ts';

export interface Stage {
  show(options: WidgetOptions, state: Partial<OverlayState>, seq: number | undefined): void;
  changed(state: Partial<OverlayState>, sections: ReadonlySet<OverlaySection>, seq: number | undefined): void;
  options(options: WidgetOptions): void;
  moments(moments: readonly OverlayMoment[]): void;
}

export interface StageDeps {
  frame: PageFrame;
  /** The hub's clock, ms. */
  now(): number;
  picture(path: string): string;
  /** A page that could not load its code tries again after this. */
  failed(error: unknown): void;
}

interface Mounted {
  widget: AnyWidget;
  /** What a widget cannot take over in its life. */
  identity: string;
}

/** Moments that wait while a page is not painted; older ones are dropped, for they are of the past. */
const WAITING = 8;

/** Holds the one widget of the page, and tells it once per display frame what has happened since the last. */
export function createStage({ frame, now, picture, failed }: StageDeps): Stage {
  const system = window.matchMedia('(prefers-reduced-motion: reduce)');
  let wanted: WidgetOptions | null = null;
  let mounted: Mounted | null = null;
  let mounting: string | null = null;
  let state: Partial<OverlayState> = {};
  let pending = new Set<OverlaySection>();
  let newOptions = false;
  let waiting: OverlayMoment[] = [];
  let shownSeq: number | undefined;
  const frames = createFrames(draw);

  function draw(): number {
    if (mounted === null || wanted === null) return Number.POSITIVE_INFINITY;
    const { widget } = mounted;
    if (newOptions) {
      newOptions = false;
      frame.apply(wanted.kind, wanted.frame);
      widget.options(wanted);
    }
    if (pending.size > 0) {
      const change = pending;
      pending = new Set();
      widget.update(state, change);
      setState(document.documentElement, 'seq', shownSeq === undefined ? null : String(shownSeq));
    }
    const moments = waiting;
    waiting = [];
    for (const moment of moments) widget.moment(moment);
    return widget.clock(now());
  }

  const identityOf = (options: WidgetOptions) =>
    `${options.kind} ${options.frame.language} ${options.frame.calm || system.matches}`;

  function mount(options: WidgetOptions): void {
    const identity = identityOf(options);
    if (mounting === identity || (mounting === null && mounted?.identity === identity)) return;
    mounting = identity;
    Promise.all([loaders[options.kind](), loadTexts(options.frame.language)]).then(
      ([factory, t]) => {
        if (mounting !== identity || wanted === null) return;
        mounting = null;
        build(factory, t, identity, wanted);
      },
      (error: unknown) => {
        if (mounting === identity) mounting = null;
        failed(error);
      },
    );
  }

  function build(factory: AnyFactory, t: Translate, identity: string, options: WidgetOptions): void {
    mounted?.widget.destroy();
    frame.host.replaceChildren();
    const reduced = options.frame.calm || system.matches;
    setState(document.documentElement, 'calm', reduced);
    frame.apply(options.kind, options.frame);
    const tenths = () => state.show?.it?.tenths ?? false;
    const env = { now, tenths, t, picture, reduced, wake: () => frames.ask() };
    mounted = { widget: factory(frame.host, options, env), identity };
    newOptions = false;
    pending = new Set(sectionsOf(state));
    // The first call has to come even when the hub knows nothing yet: the widget then shows that it is empty.
    mounted.widget.update(state, pending);
    pending = new Set();
    setState(document.documentElement, 'seq', shownSeq === undefined ? null : String(shownSeq));
    frames.ask();
  }

  system.addEventListener('change', () => {
    if (wanted !== null) mount(wanted);
  });
  return {
    show: (options, all, seq) => {
      wanted = options;
      newOptions = true;
      for (const section of [...sectionsOf(state), ...sectionsOf(all)]) pending.add(section);
      state = all;
      shownSeq = seq;
      mount(options);
      frames.ask();
    },
    changed: (all, sections, seq) => {
      state = all;
      shownSeq = seq;
      for (const section of sections) pending.add(section);
      frames.ask();
    },
    options: (options) => {
      wanted = options;
      newOptions = true;
      mount(options);
      frames.ask();
    },
    moments: (moments) => {
      waiting = [...waiting, ...moments].slice(-WAITING);
      frames.ask();
    },
  };
}

function sectionsOf(state: Partial<OverlayState>): OverlaySection[] {
  // The keys of a state that went through its schema.
  return Object.keys(state) as OverlaySection[];
}
