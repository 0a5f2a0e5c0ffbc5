import { hexColourSchema, type WidgetOptions, workbenchLayouts } from '#shared/contract/overlay/widget.ts';

/** What a window that holds this page has settled: its shape, and the colour that it stands before. */
export interface WindowWishes {
  layout: (typeof workbenchLayouts)[number] | null;
  /** `#rrggbb`, null for a window that lets what is behind it through, or that says nothing. */
  ground: string | null;
}

/** Read from the part of the page's address after `?`; what cannot be read is not wished. */
export function windowWishes(search: string): WindowWishes {
  const values = new URLSearchParams(search);
  const ground = hexColourSchema.safeParse(values.get('background'));
  return {
    layout: workbenchLayouts.find((layout) => layout === values.get('layout')) ?? null,
    ground: ground.success ? ground.data : null,
  };
}

/**
 * A workbench as its window needs it. A colour of the window is one to be keyed out, so that the workbench has to
 * know it for its edges; one that the host chose for the workbench itself goes before it.
 */
export function inWindow(options: WidgetOptions, { layout, ground }: WindowWishes): WidgetOptions {
  if (options.kind !== 'workbench') return options;
  const isOpen = options.background.kind === 'transparent';
  return {
    ...options,
    layout: layout ?? options.layout,
    background: isOpen && ground !== null ? { kind: 'custom', colour: ground } : options.background,
  };
}
