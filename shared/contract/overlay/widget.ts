import { z } from 'zod';
import { pictureIdSchema, pictureSchema } from '../anchors.ts';
import { languageSchema } from '../language.ts';
import { giftChoiceSchema } from '../preset.ts';
import {
  effectScenes,
  effectStyles,
  type Limits,
  lineChoiceSchema,
  lineColors as lineColours,
  sceneChoiceSchema,
  styleChoiceSchema,
  whole,
} from '../rules.ts';
import { namedSeasonSchema } from '../season.ts';
import { soundSettingsSchema } from '../sound.ts';
import { hexColourSchema, lookSchema, widgetFonts, widgetThemes } from './look.ts';

export { effectScenes, effectStyles, hexColourSchema, lineColours, widgetFonts, widgetThemes };

/** The kinds of widgets for OBS. Each kind has its own page with a transparent background. */
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
  'thanks',
  'goal',
  'giftAlert',
  'timeBonus',
  'effects',
  'workbench',
  'scene',
] as const;
export type WidgetKind = (typeof widgetKinds)[number];

/** The version of a widget's stored options. Raise it, with a migration, whenever the shape changes. */
export const WIDGET_VERSION = 1;

/** Limits of the numeric options, for the schemas and the form. */
export const widgetLimits = {
  /** Percent of the page's height that stays free above or below. */
  indent: { min: 0, max: 49 },
  /** Percent of the natural size. */
  scale: { min: 25, max: 400 },
  rankingTop: { min: 1, max: 20 },
  top: { min: 1, max: 12 },
  perPage: { min: 1, max: 12 },
  /** 0: the pages never switch. */
  turnSeconds: { min: 0, max: 999 },
  minDiamonds: { min: 0, max: 1_000_000 },
  /** Seconds of a time bonus: at its start, for one gift, and as caps. */
  bonusSeconds: { min: 0, max: 86_400 },
  /** Diamonds for which a time bonus adds seconds. */
  bonusDiamonds: { min: 1, max: 1_000_000 },
  alertDiamonds: { min: 1, max: 1_000_000 },
  target: { min: 1, max: 1_000_000_000 },
  /** Percent of the page's width. */
  sideDepth: { min: 2, max: 20 },
} as const satisfies Record<string, Limits>;

export const overlayTokenSchema = z.string().regex(/^[A-Za-z0-9_-]{32,64}$/);

/** Size (px) of a scene's page. */
export const sceneSizes = {
  portrait: { width: 1080, height: 1920 },
  landscape: { width: 1920, height: 1080 },
} as const;
export const sceneOrientations = ['portrait', 'landscape'] as const;
/** Maximum number of widgets in a scene. Each is a page of its own within the scene's page. */
export const MOST_SCENE_ITEMS = 12;
/** Smallest width and height of a widget in a scene (px). */
export const MIN_SCENE_ITEM = 40;

/** The place of a widget on a scene's page (px). */
export const sceneItemSchema = z.object({
  /** The id of the widget. */
  widget: z.string().min(1).max(64),
  x: z.number().int().min(-1920).max(1920),
  y: z.number().int().min(-1920).max(1920),
  width: z.number().int().min(MIN_SCENE_ITEM).max(1920),
  height: z.number().int().min(MIN_SCENE_ITEM).max(1920),
  hidden: z.boolean().default(false),
});
export type SceneItem = z.infer<typeof sceneItemSchema>;

/** Maximum length of a heading of the host's own in characters. */
export const MOST_HEADING = 60;

/** Maximum length of a widget's custom CSS in characters, pictures included. */
export const MOST_CSS = 20_000;

/** Maximum number of the host's pictures for a widget's custom CSS. */
export const MOST_IMAGES = 12;

/** A picture of the host, and the name by which custom CSS uses it: `url(image:logo)`. */
export const cssImageSchema = z.object({
  name: z.string().regex(/^[a-z0-9-]{1,24}$/),
  picture: pictureIdSchema,
});
export type CssImage = z.infer<typeof cssImageSchema>;

export const frameSchema = z.object({
  theme: z.enum(widgetThemes).default('plate'),
  /** Id of the host's theme; '' for none. `theme` stays in force if it is deleted. */
  own: z.string().max(64).default(''),
  /** The look of that theme. The hub adds it for pages; stored options have none. */
  look: lookSchema.nullable().default(null),
  font: z.enum(widgetFonts).default('gothic'),
  accent: hexColourSchema.default('#f5b301'),
  scale: whole(widgetLimits.scale).default(100),
  indentTop: whole(widgetLimits.indent).default(0),
  indentBottom: whole(widgetLimits.indent).default(0),
  /** Numbers from 10,000 on as 12.41K or 1.241万. */
  shortNumbers: z.boolean().default(false),
  /** No moving decoration, even if the system does not ask for reduced motion. */
  calm: z.boolean().default(false),
  language: languageSchema.default('ja'),
  /** The host's CSS. A page applies it only if `cssProblem` finds nothing. */
  css: z.string().max(MOST_CSS).default(''),
  /** The pictures for the CSS. */
  images: z
    .array(cssImageSchema)
    .max(MOST_IMAGES)
    .refine((images) => new Set(images.map(({ name }) => name)).size === images.length)
    .default([]),
  /** The sounds that the widget's pages play. */
  sound: soundSettingsSchema.prefault({}),
});
export type WidgetFrame = z.infer<typeof frameSchema>;

export const rankingSubjects = ['anchors', 'users', 'votes', 'gifts'] as const;
export const totalSpans = ['round', 'show'] as const;
export const rankingSpans = ['round', 'show', 'day', 'week', 'month', 'season', 'all'] as const;
export const bonusStarts = ['host', 'round'] as const;
export const goalMeasures = ['votes', 'gifts', 'diamonds'] as const;
export const goalSpans = ['round', 'show', 'day', 'week'] as const;
export const rankingItems = ['rank', 'avatar', 'name', 'votes', 'diamonds', 'count', 'streak'] as const;

/**
 * One page of a ranking. `content` has at least one item, which the form checks too ('Please select at least one
 * display item').
 */
export const rankingPageSchema = z.object({
  subject: z.enum(rankingSubjects).default('anchors'),
  span: z.enum(rankingSpans).default('round'),
  /** The season of the span `season`. It follows the named season, and stays as it was when that is deleted. */
  season: namedSeasonSchema.nullable().default(null),
  /** The heading; '' for the default heading in the widget's language. */
  name: z.string().trim().max(MOST_HEADING).default(''),
  content: z.array(z.enum(rankingItems)).min(1).max(20).default(['rank', 'avatar', 'name', 'votes']),
  top: whole(widgetLimits.rankingTop).default(5),
});
export type RankingPage = z.infer<typeof rankingPageSchema>;

/** The effect style of the show's preset, unless the widget has its own. */
export const AS_PRESET = 'preset';

export const workbenchLayouts = ['horizontal', 'vertical'] as const;
/** The skins of the anchors, all drawn for Ringside. */
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

/** The background: none, or one colour for OBS's chroma key. */
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

/** Whether this is a time zone that can be computed with; '' stands for the machine's own. */
function isZone(zone: string): boolean {
  try {
    return zone === '' || new Intl.DateTimeFormat('en', { timeZone: zone }).format(0) !== '';
  } catch {
    return false;
  }
}

/** The time zone of a day, a week and a month; '' for that of the machine that counts. */
const zoneSchema = z.string().max(64).refine(isZone).default('');

const frame = { frame: frameSchema.prefault({}) };

/** A widget's options by kind. Missing options get their defaults, so that older stored options stay valid. */
export const widgetOptionsSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('ranking'),
    ...frame,
    ...turning,
    a: rankingPageSchema.prefault({}),
    /** The second page; null for none. */
    b: rankingPageSchema.nullable().default(null),
    zone: zoneSchema,
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
    /** Whether to show the delay, and the breakthrough display. */
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
    /** Minimum price (diamonds of one gift) of a gift that is shown. */
    minDiamonds: whole(widgetLimits.minDiamonds).default(0),
  }),
  z.object({ kind: z.literal('lastWinner'), ...frame }),
  z.object({ kind: z.literal('thanks'), ...frame }),
  z.object({
    kind: z.literal('goal'),
    ...frame,
    /** The heading; '' for the default heading in the widget's language. */
    title: z.string().trim().max(MOST_HEADING).default(''),
    measure: z.enum(goalMeasures).default('votes'),
    span: z.enum(goalSpans).default('show'),
    /** In whole votes, pieces or diamonds. */
    target: whole(widgetLimits.target).default(200_000),
    /** The gift that counts for the measure `gifts`; null for every gift. */
    gift: giftChoiceSchema.nullable().default(null),
    zone: zoneSchema,
  }),
  z.object({
    kind: z.literal('giftAlert'),
    ...frame,
    /** Minimum value (diamonds of the whole combo) of a gift that has an alert. */
    minDiamonds: whole(widgetLimits.alertDiamonds).default(100),
    showAnchor: z.boolean().default(true),
    /** Id of the host's picture, which replaces the gift's; '' for none. */
    picture: pictureSchema.default(''),
  }),
  z.object({
    kind: z.literal('timeBonus'),
    ...frame,
    /** The heading; '' for the default heading in the widget's language. */
    title: z.string().trim().max(MOST_HEADING).default(''),
    /** Whether the host starts and stops it, or it runs with the round. */
    start: z.enum(bonusStarts).default('host'),
    seconds: whole(widgetLimits.bonusSeconds).default(60),
    /** Each `diamonds` diamonds add `addSeconds`, in proportion. */
    diamonds: whole(widgetLimits.bonusDiamonds).default(10),
    addSeconds: whole(widgetLimits.bonusSeconds).default(1),
    /** A gift with a rule of its own: each piece adds `giftSeconds`. */
    gift: giftChoiceSchema.nullable().default(null),
    giftSeconds: whole(widgetLimits.bonusSeconds).default(30),
    /** The most that one combo adds, and that all of them add. */
    maxPerGift: whole(widgetLimits.bonusSeconds).default(60),
    maxSeconds: whole(widgetLimits.bonusSeconds).default(600),
    /** When the host has started and stopped it (ms since 1970); null before the first start. */
    run: z.object({ since: z.number(), until: z.number().nullable() }).nullable().default(null),
  }),
  z.object({
    kind: z.literal('effects'),
    ...frame,
    style: z.union([z.literal(AS_PRESET), styleChoiceSchema]).default(AS_PRESET),
    scene: z.union([z.literal(AS_PRESET), sceneChoiceSchema]).default(AS_PRESET),
    lines: z.union([z.literal(AS_PRESET), lineChoiceSchema]).default(AS_PRESET),
    /** Whether settlement, breakthrough, resurrection and streaks have a short animation. */
    moments: z.boolean().default(true),
    /** How far effects reach into the page from the left and right. */
    sideDepth: whole(widgetLimits.sideDepth).default(7),
  }),
  z.object({
    kind: z.literal('scene'),
    ...frame,
    orientation: z.enum(sceneOrientations).default('portrait'),
    /**
     * From the back to the front. A widget that is deleted keeps its place, because it can be restored. Each widget is
     * there once: two pages of it would play its sounds twice.
     */
    items: z
      .array(sceneItemSchema)
      .max(MOST_SCENE_ITEMS)
      .refine((items) => new Set(items.map(({ widget }) => widget)).size === items.length)
      .default([]),
    /** Tokens of the widgets by id. The hub adds them for pages; stored options have none. */
    tokens: z.record(z.string(), overlayTokenSchema).default({}),
  }),
  z.object({
    kind: z.literal('workbench'),
    ...frame,
    layout: z.enum(workbenchLayouts).default('horizontal'),
    skin: z.enum(skins).default('goldLaurel'),
    /** Skins of single anchors, by anchor id. */
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

type WorkbenchLayout = OptionsOf<'workbench'>['layout'];

/** Maximum number of anchors in one row or column. */
const MAX_PER_LINE = 8;
/** Size of a line (px). */
const LINE_LENGTH = 1920;
const LINE_DEPTH = 360;

interface WorkbenchGrid {
  /** Rows of a horizontal workbench, columns of a vertical one. */
  lines: number;
  /** Number of anchors in the fullest line, at least 1. */
  perLine: number;
}

/** Distributes anchors evenly over as few lines as possible. */
export function workbenchGrid(anchors: number): WorkbenchGrid {
  const lines = Math.max(1, Math.ceil(anchors / MAX_PER_LINE));
  return { lines, perLine: Math.max(1, Math.ceil(anchors / lines)) };
}

/** The fixed size (px) of a workbench: 1920x360 for each eight anchors if horizontal, 360x1920 if vertical. */
export function workbenchSize(layout: WorkbenchLayout, anchors: number): { width: number; height: number } {
  const depth = LINE_DEPTH * workbenchGrid(anchors).lines;
  return layout === 'horizontal'
    ? { width: LINE_LENGTH, height: depth }
    : { width: depth, height: LINE_LENGTH };
}
