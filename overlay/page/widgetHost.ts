import type { OverlayMoment, OverlaySection, OverlayState } from '#shared/contract/overlay/state.ts';
import type { OptionsOf, WidgetKind, WidgetOptions } from '#shared/contract/overlay/widget.ts';
import { loadTexts, type Translate } from '../texts/texts.ts';
import { setState } from '../ui/element.ts';
import type { Widget, WidgetEnv, WidgetFactory } from '../widget.ts';
import type { PageFrame } from './pageFrame.ts';

interface WidgetHost {
  /** Shows a whole state, after a snapshot. */
  show(options: WidgetOptions, state: Partial<OverlayState>, seq: number | undefined): void;
  changed(state: Partial<OverlayState>, sections: ReadonlySet<OverlaySection>, seq: number | undefined): void;
  options(options: WidgetOptions): void;
  moments(moments: readonly OverlayMoment[]): void;
}

interface WidgetHostDeps {
  frame: PageFrame;
  /** The hub's clock (ms since 1970). */
  now(): number;
  /** The URL of a picture from its path on the hub. */
  picture(path: string): string;
  sounds: WidgetEnv['sounds'];
  /** Called when a widget's code or texts could not be loaded. */
  failed(error: unknown): void;
}

interface Mounted {
  widget: AnyWidget;
  /** See `identityOf`. */
  identity: string;
}

/** Maximum number of queued moments while the page is not painted; older ones are dropped. */
const MAX_QUEUED_MOMENTS = 8;

/** Mounts the page's widget and passes it the changes of state and options, batched per display frame. */
export function createWidgetHost({ frame, now, picture, sounds, failed }: WidgetHostDeps): WidgetHost {
  const reducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)');
  let wanted: WidgetOptions | null = null;
  let mounted: Mounted | null = null;
  /** Identity of the widget that is loading. */
  let mounting: string | null = null;
  let state: Partial<OverlayState> = {};
  let changedSections = new Set<OverlaySection>();
  let optionsChanged = false;
  let queuedMoments: OverlayMoment[] = [];
  let shownSeq: number | undefined;
  const requestFrame = createFrameLoop(draw);

  function draw(): number {
    if (mounted === null || wanted === null) return Number.POSITIVE_INFINITY;
    const { widget } = mounted;
    if (optionsChanged) {
      optionsChanged = false;
      frame.apply(wanted);
      widget.options(wanted);
    }
    if (changedSections.size > 0) {
      const sections = changedSections;
      changedSections = new Set();
      widget.update(state, sections);
      markSeq();
    }
    const moments = queuedMoments;
    queuedMoments = [];
    for (const moment of moments) widget.moment(moment);
    return widget.clock(now());
  }

  /** The options that a mounted widget cannot change. Another identity needs a new widget. */
  const identityOf = (options: WidgetOptions) =>
    [
      options.kind,
      options.frame.language,
      options.frame.shortNumbers,
      options.frame.calm || reducedMotion.matches,
    ].join(' ');

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
    const reduced = options.frame.calm || reducedMotion.matches;
    setState(document.documentElement, 'calm', reduced);
    frame.apply(options);
    const tenths = () => state.show?.it?.tenths ?? false;
    const env = { now, tenths, t, picture, reduced, sounds, wake: requestFrame };
    mounted = { widget: factory(frame.host, options, env), identity };
    optionsChanged = false;
    // Update even if the state has no section yet: the widget then shows that it is empty.
    mounted.widget.update(state, new Set(sectionsOf(state)));
    changedSections = new Set();
    markSeq();
    requestFrame();
  }

  /** Writes the number of the shown state to the page, for tests and measurements. */
  function markSeq(): void {
    setState(document.documentElement, 'seq', shownSeq === undefined ? null : String(shownSeq));
  }

  reducedMotion.addEventListener('change', () => {
    if (wanted !== null) mount(wanted);
  });
  return {
    show: (options, all, seq) => {
      wanted = options;
      optionsChanged = true;
      for (const section of [...sectionsOf(state), ...sectionsOf(all)]) changedSections.add(section);
      state = all;
      shownSeq = seq;
      mount(options);
      requestFrame();
    },
    changed: (all, sections, seq) => {
      state = all;
      shownSeq = seq;
      for (const section of sections) changedSections.add(section);
      requestFrame();
    },
    options: (options) => {
      wanted = options;
      optionsChanged = true;
      mount(options);
      requestFrame();
    },
    moments: (moments) => {
      queuedMoments = [...queuedMoments, ...moments].slice(-MAX_QUEUED_MOMENTS);
      requestFrame();
    },
  };
}

function sectionsOf(state: Partial<OverlayState>): OverlaySection[] {
  // The schema has removed all other keys.
  return Object.keys(state) as OverlaySection[];
}

/** A wait of up to this long (ms) is replaced by the next display frame. */
const MAX_FRAME_WAIT = 17;

/**
 * Creates a loop that calls `draw` once per display frame while `draw` returns 0, and after a timer if it returns a
 * number of ms. At `Infinity` the loop stops, without a pending frame or timer. The returned function requests a frame;
 * several requests before it lead to one call.
 */
function createFrameLoop(draw: () => number): () => void {
  let frame: number | null = null;
  let timer: number | null = null;

  const request = () => {
    if (frame !== null) return;
    if (timer !== null) window.clearTimeout(timer);
    timer = null;
    frame = requestAnimationFrame(run);
  };
  function run(): void {
    frame = null;
    const wait = draw();
    if (frame !== null || wait === Number.POSITIVE_INFINITY) return;
    if (wait <= MAX_FRAME_WAIT) request();
    else timer = window.setTimeout(request, wait);
  }
  return request;
}

/** A widget whose kind is known only at run time. */
type AnyWidget = Omit<Widget, 'options'> & { options(options: WidgetOptions): void };
type AnyFactory = (host: HTMLElement, options: WidgetOptions, env: WidgetEnv) => AnyWidget;

/** Loads the code of a kind of widget. Each kind is a separate chunk. */
const loaders: Readonly<Record<WidgetKind, () => Promise<AnyFactory>>> = {
  ranking: loader('ranking', async () => (await import('../widgets/ranking/ranking.ts')).ranking),
  pkBar: loader('pkBar', async () => (await import('../widgets/pkBar/pkBar.ts')).pkBar),
  countdown: loader('countdown', async () => (await import('../widgets/countdown/countdown.ts')).countdown),
  anchorCards: loader(
    'anchorCards',
    async () => (await import('../widgets/anchorCards/anchorCards.ts')).anchorCards,
  ),
  totalVotes: loader(
    'totalVotes',
    async () => (await import('../widgets/totalVotes/totalVotes.ts')).totalVotes,
  ),
  giftGuide: loader('giftGuide', async () => (await import('../widgets/giftGuide/giftGuide.ts')).giftGuide),
  danceQueue: loader(
    'danceQueue',
    async () => (await import('../widgets/danceQueue/danceQueue.ts')).danceQueue,
  ),
  recentGifts: loader(
    'recentGifts',
    async () => (await import('../widgets/recentGifts/recentGifts.ts')).recentGifts,
  ),
  lastWinner: loader(
    'lastWinner',
    async () => (await import('../widgets/lastWinner/lastWinner.ts')).lastWinner,
  ),
  thanks: loader('thanks', async () => (await import('../widgets/thanks/thanks.ts')).thanks),
  goal: loader('goal', async () => (await import('../widgets/goal/goal.ts')).goal),
  giftAlert: loader('giftAlert', async () => (await import('../widgets/giftAlert/giftAlert.ts')).giftAlert),
  timeBonus: loader('timeBonus', async () => (await import('../widgets/timeBonus/timeBonus.ts')).timeBonus),
  effects: loader('effects', async () => (await import('../effects/effects.ts')).effects),
  workbench: loader('workbench', async () => (await import('../workbench/workbench.ts')).workbench),
  scene: loader('scene', async () => (await import('../widgets/scene/scene.ts')).scene),
};

function loader<K extends WidgetKind>(
  kind: K,
  load: () => Promise<WidgetFactory<K>>,
): () => Promise<AnyFactory> {
  return async () => {
    const factory = await load();
    return (host, options, env) => {
      if (!isOptionsOf(options, kind)) throw new TypeError(`options of a ${options.kind} given to a ${kind}`);
      const widget = factory(host, options, env);
      return {
        update: (state, change) => widget.update(state, change),
        options: (next) => {
          if (isOptionsOf(next, kind)) widget.options(next);
        },
        moment: (moment) => widget.moment(moment),
        clock: (now) => widget.clock(now),
        destroy: () => widget.destroy(),
      };
    };
  };
}

function isOptionsOf<K extends WidgetKind>(options: WidgetOptions, kind: K): options is OptionsOf<K> {
  return options.kind === kind;
}
