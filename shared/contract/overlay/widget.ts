import { z } from 'zod';
import { languageSchema } from '../language.ts';
import { effectScenes, effectStyles, type Limits, lineColors as lineColours, whole } from '../rules.ts';

export { effectScenes, effectStyles, lineColours };

/** What a link for OBS can show; every kind is a page of its own with a transparent background. */
export const widgetKinds = [
  'ranking',
  'pkBar',
  'countdown',
  'anchorCards',
  'totalVotes',
  'giftGuide',
  'danceQueue',
  'recentGifts',
  'lastWinner',
  'effects',
  'workbench',
] as const;
export type WidgetKind = (typeof widgetKinds)[number];

/** The stored form of a widget's options; raise it with a migration whenever the shape changes. */
export const WIDGET_VERSION = 1;

export const widgetThemes = ['plate', 'glass', 'outline', 'festival', 'ink', 'neon'] as const;
export const widgetFonts = ['gothic', 'rounded', 'mincho', 'brush', 'mono'] as const;

/** `#rrggbb`, the only form in which a colour reaches a style. */
export const hexColourSchema = z.string().regex(/^#[0-9a-f]{6}$/i);

/** The limits of the options' numbers, for the schemas and for the form. */
export const widgetLimits = {
  /** Percent of the page's height that stays free above, and below. */
  indent: { min: 0, max: 49 },
  /** Percent of the natural size. */
  scale: { min: 25, max: 400 },
  rankingTop: { min: 1, max: 20 },
  top: { min: 1, max: 12 },
  perPage: { min: 1, max: 12 },
  /** 0 never turns. */
  turnSeconds: { min: 0, max: 999 },
  minDiamonds: { min: 0, max: 1_000_000 },
} as const satisfies Record<string, Limits>;

/** Characters of a ranking's heading. */
export const MOST_RANKING_NAME = 60;

export const frameSchema = z.object({
  theme: z.enum(widgetThemes).default('plate'),
  font: z.enum(widgetFonts).default('gothic'),
  accent: hexColourSchema.default('#f5b301'),
  scale: whole(widgetLimits.scale).default(100),
  indentTop: whole(widgetLimits.indent).default(0),
  indentBottom: whole(widgetLimits.indent).default(0),
  /** No moving decoration, whatever the system says about reduced motion. */
  calm: z.boolean().default(false),
  language: languageSchema.default('ja'),
});
export type WidgetFrame = z.infer<typeof frameSchema>;

export const rankingSubjects = ['anchors', 'users', 'votes', 'gifts'] as const;
export const totalSpans = ['round', 'show'] as const;
export const rankingSpans = ['round', 'show', 'all'] as const;
export const rankingItems = ['rank', 'avatar', 'name', 'votes', 'diamonds', 'count', 'streak'] as const;

/** One page of a ranking; `content` may be stored empty by nobody: 'Please select at least one display item'. */
export const rankingPageSchema = z.object({
  subject: z.enum(rankingSubjects).default('anchors'),
  span: z.enum(rankingSpans).default('round'),
  /** The heading that viewers read; empty is the kind's own name in the widget's language. */
  name: z.string().trim().max(MOST_RANKING_NAME).default(''),
  content: z.array(z.enum(rankingItems)).min(1).max(20).default(['rank', 'avatar', 'name', 'votes']),
  top: whole(widgetLimits.rankingTop).default(5),
});
export type RankingPage = z.infer<typeof rankingPageSchema>;

/** An effect looks as the show's preset says, unless its widget says otherwise. */
export const AS_PRESET = 'preset';

export const workbenchLayouts = ['horizontal', 'vertical'] as const;
/** Own artwork, one character each. */
export const skins = [
  'plain',
  'goldLaurel',
  'sakura',
  'dragon',
  'neonRing',
  'ribbon',
  'inkBrush',
  'ember',
  'frostCrystal',
  'starlight',
] as const;
export type Skin = (typeof skins)[number];

/** What is behind the anchors: nothing, or one colour for OBS's chroma key. */
export const backgroundSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('transparent') }),
  z.object({ kind: z.literal('green') }),
  z.object({ kind: z.literal('magenta') }),
  z.object({ kind: z.literal('custom'), colour: hexColourSchema }),
]);
export type WidgetBackground = z.infer<typeof backgroundSchema>;

const turning = {
  /** Seconds between page A and page B. */
  turnSeconds: whole(widgetLimits.turnSeconds).default(10),
};

const frame = { frame: frameSchema.prefault({}) };

/** A widget's options by kind; whatever is missing has its default, so that an older one goes on to work. */
export const widgetOptionsSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('ranking'),
    ...frame,
    ...turning,
    a: rankingPageSchema.prefault({}),
    /** The second page, or none. */
    b: rankingPageSchema.nullable().default(null),
  }),
  z.object({
    kind: z.literal('pkBar'),
    ...frame,
    showStreaks: z.boolean().default(true),
    showShare: z.boolean().default(true),
    showAvatars: z.boolean().default(true),
  }),
  z.object({
    kind: z.literal('countdown'),
    ...frame,
    showRound: z.boolean().default(true),
    /** Whether viewers see that the delay runs, and the breakthrough display. */
    showDelay: z.boolean().default(true),
    showBreakthrough: z.boolean().default(true),
  }),
  z.object({
    kind: z.literal('anchorCards'),
    ...frame,
    ...turning,
    perPage: whole(widgetLimits.perPage).default(6),
    showStreak: z.boolean().default(true),
    showRank: z.boolean().default(true),
  }),
  z.object({ kind: z.literal('totalVotes'), ...frame, span: z.enum(totalSpans).default('show') }),
  z.object({
    kind: z.literal('giftGuide'),
    ...frame,
    ...turning,
    perPage: whole(widgetLimits.perPage).default(6),
    showGameplay: z.boolean().default(true),
  }),
  z.object({ kind: z.literal('danceQueue'), ...frame, top: whole(widgetLimits.top).default(5) }),
  z.object({
    kind: z.literal('recentGifts'),
    ...frame,
    top: whole(widgetLimits.top).default(5),
    /** Diamonds of one gift below which it is not shown. */
    minDiamonds: whole(widgetLimits.minDiamonds).default(0),
  }),
  z.object({ kind: z.literal('lastWinner'), ...frame }),
  z.object({
    kind: z.literal('effects'),
    ...frame,
    style: z.enum([AS_PRESET, ...effectStyles]).default(AS_PRESET),
    scene: z.enum([AS_PRESET, ...effectScenes]).default(AS_PRESET),
    lines: z.enum([AS_PRESET, ...lineColours]).default(AS_PRESET),
    /** Settlement, breakthrough, resurrection and streaks have a short animation each. */
    moments: z.boolean().default(true),
  }),
  z.object({
    kind: z.literal('workbench'),
    ...frame,
    layout: z.enum(workbenchLayouts).default('horizontal'),
    skin: z.enum(skins).default('goldLaurel'),
    /** Another skin for single anchors, by anchor id. */
    skinOf: z.record(z.string(), z.enum(skins)).default({}),
    background: backgroundSchema.default({ kind: 'transparent' }),
    showScore: z.boolean().default(true),
    showRank: z.boolean().default(true),
    showStreak: z.boolean().default(true),
    showLive: z.boolean().default(true),
  }),
]);
export type WidgetOptions = z.infer<typeof widgetOptionsSchema>;
export type OptionsOf<K extends WidgetKind> = Extract<WidgetOptions, { kind: K }>;
