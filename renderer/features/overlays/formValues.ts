import {
  rankingPageSchema,
  type WidgetBackground,
  type WidgetOptions,
  widgetOptionsSchema,
} from '#shared/contract/overlay/widget.ts';

/**
 * A widget's options as values of the form. Page B and the background colour are always present, so that they keep
 * their values while they are switched off.
 */
export type FormValues = Record<string, unknown> & { kind: WidgetOptions['kind'] };

const OWN_COLOUR = '#0047bb';

export function toForm(options: WidgetOptions): FormValues {
  if (options.kind === 'ranking') {
    const { b } = options;
    return { ...options, hasB: b !== null, b: b ?? rankingPageSchema.parse({ subject: 'users' }) };
  }
  if (options.kind === 'workbench') {
    const { background } = options;
    const colour = background.kind === 'custom' ? background.colour : OWN_COLOUR;
    return { ...options, background: { kind: background.kind, colour } };
  }
  return { ...options };
}

/** Returns the options of a form's values, or null while a field is invalid. */
export function fromForm(values: FormValues): WidgetOptions | null {
  const parsed = widgetOptionsSchema.safeParse({
    ...values,
    ...(values.kind === 'ranking' && values.hasB !== true ? { b: null } : {}),
    ...(values.kind === 'workbench' ? { background: backgroundOf(values.background) } : {}),
  });
  return parsed.success ? parsed.data : null;
}

/** Drops the colour unless it is used, so that an unused colour may be invalid. */
function backgroundOf(value: unknown): unknown {
  const { kind, colour }: Partial<Extract<WidgetBackground, { kind: 'custom' }>> = { ...Object(value) };
  return kind === 'custom' ? { kind, colour } : { kind };
}

export function sameOptions(one: WidgetOptions, other: WidgetOptions): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
