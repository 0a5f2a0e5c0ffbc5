import {
  rankingPageSchema,
  type WidgetBackground,
  type WidgetOptions,
  widgetOptionsSchema,
} from '#shared/contract/overlay/widget.ts';

/**
 * A widget's options as a form holds them: what can be missing (page B, the colour of the background) is there
 * as well with what it would be, so that switching it on brings back what it was.
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

/** The options that a form's values say; null while a field is empty or out of its limits. */
export function fromForm(values: FormValues): WidgetOptions | null {
  const parsed = widgetOptionsSchema.safeParse({
    ...values,
    ...(values.kind === 'ranking' && values.hasB !== true ? { b: null } : {}),
    ...(values.kind === 'workbench' ? { background: backgroundOf(values.background) } : {}),
  });
  return parsed.success ? parsed.data : null;
}

/** A colour that is not used may be anything. */
function backgroundOf(value: unknown): unknown {
  const { kind, colour }: Partial<Extract<WidgetBackground, { kind: 'custom' }>> = { ...Object(value) };
  return kind === 'custom' ? { kind, colour } : { kind };
}

export function sameOptions(one: WidgetOptions, other: WidgetOptions): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
