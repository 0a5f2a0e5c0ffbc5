import type { WidgetFrame } from '#shared/contract/overlay/widget.ts';

export type OverlayLanguage = WidgetFrame['language'];
export type Translate = (key: string, params?: Readonly<Record<string, string | number>>) => string;
