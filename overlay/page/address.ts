import {
  hexColourSchema,
  type WidgetKind,
  type WidgetOptions,
  widgetKinds,
  widgetOptionsSchema,
  workbenchLayouts,
} from '#shared/contract/overlay/widget.ts';
import { parseJson } from '#shared/json.ts';
import { BOX_QUERY } from '#shared/overlay/boxSize.ts';
import { hasOwnSize } from '#shared/overlay/sourceSize.ts';

/** The meaning of the URL's part after `#`: a widget's token, the sample show, or neither. */
export type Address =
  | { kind: 'token'; token: string }
  | {
      kind: 'sample';
      options: WidgetOptions;
      /** Second of the sample show at which it stands still; null lets it run. */
      at: number | null;
    }
  | { kind: 'none' };

/** Parses the URL's part after `#`. `none` if it names neither a token nor a known kind of widget. */
export function parseAddress(hash: string): Address {
  const text = hash.replace(/^#/, '');
  if (/^[A-Za-z0-9_-]{1,200}$/.test(text)) return { kind: 'token', token: text };
  const values = new URLSearchParams(text);
  const kind = values.get('sample');
  if (!isKind(kind)) return { kind: 'none' };
  const second = Number.parseFloat(values.get('at') ?? '');
  return {
    kind: 'sample',
    options: parseOptions(kind, values.get('options')),
    at: Number.isFinite(second) ? second : null,
  };
}

/** Parses the options in a link. Missing options get their defaults; invalid options are replaced by all defaults. */
function parseOptions(kind: WidgetKind, text: string | null): WidgetOptions {
  const parsed = widgetOptionsSchema.safeParse({ ...readObject(text), kind });
  return parsed.success ? parsed.data : widgetOptionsSchema.parse({ kind });
}

function readObject(text: string | null): object {
  const value = parseJson(text ?? '');
  return typeof value === 'object' && value !== null ? value : {};
}

function isKind(text: string | null): text is WidgetKind {
  return widgetKinds.some((kind) => kind === text);
}

/** What the page is for its widget: a full page, a box of a scene, or a source of the widget's own size. */
export type PageRole = 'page' | 'box' | 'own';

/** Returns the role of the page, from the query of its URL. */
export function roleOf(search: string): PageRole {
  if (new URLSearchParams(search).has(BOX_QUERY)) return 'box';
  return hasOwnSize(search) ? 'own' : 'page';
}

/** Whether this page is framed by the page of a scene. */
export function isInScene({ parent, self, location }: Pick<Window, 'parent' | 'self' | 'location'>): boolean {
  if (parent === self) return false;
  try {
    return parent.location.pathname === location.pathname;
  } catch {
    // Pages of another origin may not be read, so it is no scene.
    return false;
  }
}

/** Options of a workbench window of the desktop app, from the query of its page's URL. */
interface WindowOptions {
  layout: (typeof workbenchLayouts)[number] | null;
  /** The window's background, `#rrggbb`; null for a transparent window or if missing. */
  background: string | null;
}

/** Parses the URL's query. Invalid values become null. */
export function parseWindowOptions(search: string): WindowOptions {
  const values = new URLSearchParams(search);
  const background = hexColourSchema.safeParse(values.get('background'));
  return {
    layout: workbenchLayouts.find((layout) => layout === values.get('layout')) ?? null,
    background: background.success ? background.data : null,
  };
}

/**
 * Applies the window's options to those of a workbench; other widgets are returned unchanged. The window's colour is
 * keyed out, and the workbench draws hard edges before it. A colour that the host chose for the workbench has
 * precedence.
 */
export function withWindowOptions(
  options: WidgetOptions,
  { layout, background }: WindowOptions,
): WidgetOptions {
  if (options.kind !== 'workbench') return options;
  const isTransparent = options.background.kind === 'transparent';
  return {
    ...options,
    layout: layout ?? options.layout,
    background:
      isTransparent && background !== null ? { kind: 'custom', colour: background } : options.background,
  };
}

/**
 * The URL of a picture from its path on the hub, '' if it is not on the page's own origin: a request to another server
 * would tell it that the host is live. Data URLs are allowed: the sample show draws its pictures.
 */
export function pictureAddress(path: string, page: string): string {
  if (path === '') return '';
  if (/^data:image\/(svg\+xml|png|jpeg|webp|gif)[;,]/.test(path)) return path;
  try {
    const url = new URL(path, page);
    return url.origin === new URL(page).origin && /^https?:$/.test(url.protocol) ? url.href : '';
  } catch {
    return '';
  }
}
