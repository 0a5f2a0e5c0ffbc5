import {
  type WidgetKind,
  type WidgetOptions,
  widgetKinds,
  widgetOptionsSchema,
} from '#shared/contract/overlay/widget.ts';

/** What the part after `#` asks for: the hub's widget of a token, the sample show, or nothing that exists. */
export type Address =
  | { kind: 'token'; token: string }
  | {
      kind: 'sample';
      options: WidgetOptions /** Second at which the show stands still; null runs. */;
      at: number | null;
    }
  | { kind: 'none' };

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

/** The options of a link, with the defaults for what is missing; what cannot be read at all is all defaults. */
function parseOptions(kind: WidgetKind, text: string | null): WidgetOptions {
  const parsed = widgetOptionsSchema.safeParse({ ...readObject(text), kind });
  return parsed.success ? parsed.data : widgetOptionsSchema.parse({ kind });
}

function readObject(text: string | null): object {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

function isKind(text: string | null): text is WidgetKind {
  return widgetKinds.some((kind) => kind === text);
}
