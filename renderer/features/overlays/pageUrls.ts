import type { OverlayLinkView } from '#shared/contract/calls/overlay.ts';
import type { Language } from '#shared/contract/language.ts';
import { type WidgetKind, type WidgetOptions, widgetOptionsSchema } from '#shared/contract/overlay/widget.ts';

/** The path of the overlay page on the web server. */
export const OVERLAY_PATH = '/overlay/';

/**
 * Returns the absolute URL of a widget's page. On the web the origin is that of `page`, because a server behind a proxy
 * does not know its public name. On the desktop (`page` is null) the hub sends absolute URLs.
 */
export function linkAddress(link: Pick<OverlayLinkView, 'url'>, page: URL | Location | null): string {
  if (page === null) return link.url;
  const { pathname, search, hash } = new URL(link.url, page.href);
  return `${page.origin}${pathname}${search}${hash}`;
}

/** Returns the URL without its fragment. */
export function pageOf(address: string): string {
  const [page = ''] = address.split('#');
  return page;
}

/** Adds the options of its window to a workbench's URL as query parameters. Empty options are left out. */
export function pageInWindow(address: string, options: Readonly<Record<string, string>>): string {
  if (address === '') return '';
  const url = new URL(address);
  for (const [name, value] of Object.entries(options)) if (value !== '') url.searchParams.set(name, value);
  return url.href;
}

/** Returns the URL of a page with a sample show. With `at`, the show stands still at that second. */
export function sampleAddress(page: string, options: WidgetOptions, at?: number): string {
  const still = at === undefined ? '' : `&at=${at}`;
  return `${page}#sample=${options.kind}&options=${encodeURIComponent(JSON.stringify(options))}${still}`;
}

/** Returns the default options of a kind of widget. */
export function plainOptions(kind: WidgetKind, language: Language): WidgetOptions {
  return widgetOptionsSchema.parse({ kind, frame: { language } });
}

/** Whether only this computer can open the URL. */
export function isOwnComputer(address: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(address).hostname);
}
