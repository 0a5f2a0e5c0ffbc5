import { type LineDraft, lineSchema, type ShownLine } from '#shared/contract/connection.ts';

export type Address = 'webUrl' | 'wsUrl' | 'signUrl' | 'relayUrl';
export type Secret = 'signKey' | 'relayToken';

/** The addresses and the secret that a kind of line uses. */
export const addressesOf: Record<ShownLine['kind'], readonly Address[]> = {
  direct: ['webUrl', 'wsUrl'],
  page: ['webUrl'],
  signed: ['webUrl', 'signUrl'],
  relay: ['relayUrl'],
};
export const secretOf: Record<ShownLine['kind'], Secret | null> = {
  direct: null,
  page: null,
  signed: 'signKey',
  relay: 'relayToken',
};

/** Which field says whether a secret is set, and which one removes it. */
export const isSetOf = { signKey: 'hasSignKey', relayToken: 'hasRelayToken' } as const;
export const removalOf = { signKey: 'removeSignKey', relayToken: 'removeRelayToken' } as const;

/** A line as the fields of a form hold it. A secret that is set is not known here; its field is empty until it is typed. */
type LineFields = Pick<ShownLine, 'kind' | Address> &
  Record<Secret, string> &
  Record<(typeof removalOf)[Secret], boolean>;

/** The fields of all lines, by the lines' ids. */
export type LineValues = Record<string, LineFields>;

export function lineValues(lines: readonly ShownLine[]): LineValues {
  const fields = ({ kind, webUrl, wsUrl, signUrl, relayUrl }: ShownLine): LineFields => ({
    ...{ kind, webUrl, wsUrl, signUrl, relayUrl },
    ...{ signKey: '', relayToken: '', removeSignKey: false, removeRelayToken: false },
  });
  return Object.fromEntries(lines.map((line) => [line.id, fields(line)]));
}

/** Whether a text, apart from spaces around it, can be this address. */
export function isAddress(name: Address, text: string): boolean {
  return lineSchema.shape[name].safeParse(text.trim()).success;
}

/**
 * The lines as they were typed. What cannot be an address belongs to a kind that is not chosen, else its field would
 * have said so, and stays what it was. A secret that was not typed is left out, so that the stored one is kept.
 */
export function typedLines(before: readonly ShownLine[], values: LineValues): LineDraft[] {
  return before.map(({ hasSignKey: _key, hasRelayToken: _token, ...line }) => {
    const typed = values[line.id];
    if (typed === undefined) return line;
    const text = (name: Address) => (isAddress(name, typed[name]) ? typed[name].trim() : line[name]);
    return {
      id: line.id,
      kind: typed.kind,
      webUrl: text('webUrl'),
      wsUrl: text('wsUrl'),
      signUrl: text('signUrl'),
      relayUrl: text('relayUrl'),
      ...typedSecret(typed, 'signKey'),
      ...typedSecret(typed, 'relayToken'),
    };
  });
}

function typedSecret(typed: LineFields, name: Secret): { [N in Secret]?: string } {
  const text = typed[name].trim();
  if (text !== '') return { [name]: text };
  return typed[removalOf[name]] ? { [name]: '' } : {};
}
