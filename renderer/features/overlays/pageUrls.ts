import type { Language } from '#shared/contract/language.ts';
import type { OverlayLinkView } from '#shared/contract/overlay/link.ts';
import { type WidgetKind, type WidgetOptions, widgetOptionsSchema } from '#shared/contract/overlay/widget.ts';

/** Where overlays are served beside this page. */
export const OVERLAY_PATH = '/overlay/';

/**
 * The whole address of a widget's page. On the web a server may not know under which name it is reached, so the
 * name of `page`, the tool's own address, goes before it; the desktop's hub (`page` is null) knows its own.
 */
export function linkAddress(link: Pick<OverlayLinkView, 'url'>, page: URL | Location | null): string {
  if (page === null) return link.url;
  const { pathname, search, hash } = new URL(link.url, page.href);
  return `${page.origin}${pathname}${search}${hash}`;
}

/** The page from which a widget comes, without what the address says after the `#`. */
export function pageOf(address: string): string {
  const [page = ''] = address.split('#');
  return page;
}

/** The address of a workbench's page that is to fill a window, with what the window has settled; empty for none. */
export function pageInWindow(address: string, settled: Readonly<Record<string, string>>): string {
  if (address === '') return '';
  const url = new URL(address);
  for (const [name, value] of Object.entries(settled)) if (value !== '') url.searchParams.set(name, value);
  return url.href;
}

/** A page that shows a made-up show; `at` holds it still at that second. */
export function sampleAddress(page: string, options: WidgetOptions, at?: number): string {
  const still = at === undefined ? '' : `&at=${at}`;
  return `${page}#sample=${options.kind}&options=${encodeURIComponent(JSON.stringify(options))}${still}`;
}

/** Options of a kind as a new widget begins with them, in a language. */
export function plainOptions(kind: WidgetKind, language: Language): WidgetOptions {
  return widgetOptionsSchema.parse({ kind, frame: { language } });
}

/** Whether an address can be opened on this computer alone. */
export function isOwnComputer(address: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(address).hostname);
}
