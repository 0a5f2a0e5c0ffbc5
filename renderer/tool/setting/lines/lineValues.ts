import { type Line, lineSchema } from '#shared/contract/connection.ts';

export type Address = Exclude<keyof Line, 'id' | 'kind'>;

/** The addresses that a kind of line uses. */
export const addressesOf: Record<Line['kind'], readonly Address[]> = {
  direct: ['webUrl', 'wsUrl'],
  signed: ['webUrl', 'signUrl', 'signKey'],
  relay: ['relayUrl', 'relayToken'],
};

/** Lines as the fields of a form hold them, by id; what a line lacks is an empty text there. */
export type LineValues = Record<string, Required<Line>>;

export function lineValues(lines: readonly Line[]): LineValues {
  return Object.fromEntries(lines.map((line) => [line.id, { ...line, relayToken: line.relayToken ?? '' }]));
}

/** Whether a text, apart from spaces around it, can be this address. */
export function isAddress(name: Address, text: string): boolean {
  return lineSchema.shape[name].safeParse(text.trim()).success;
}

/**
 * The lines as they were typed. What cannot be an address belongs to a kind that is not chosen, else its field would
 * have said so, and stays what it was.
 */
export function typedLines(before: readonly Line[], values: LineValues): Line[] {
  return before.map((line) => {
    const typed = values[line.id];
    if (typed === undefined) return line;
    const text = (name: Address) => (isAddress(name, typed[name]) ? typed[name].trim() : (line[name] ?? ''));
    const token = text('relayToken');
    return {
      id: line.id,
      kind: typed.kind,
      webUrl: text('webUrl'),
      wsUrl: text('wsUrl'),
      signUrl: text('signUrl'),
      signKey: text('signKey'),
      relayUrl: text('relayUrl'),
      ...(token === '' ? {} : { relayToken: token }),
    };
  });
}
