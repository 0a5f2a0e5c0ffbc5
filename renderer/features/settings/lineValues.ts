import { type LineDraft, lineSchema, type ShownLine } from '#shared/contract/connection.ts';

export type Address = 'webUrl' | 'wsUrl' | 'signUrl' | 'relayUrl';
export type Secret = 'signKey' | 'relayToken';

/** The addresses and the secret that a kind of line uses. */
export const addressesOf: Record<ShownLine['kind'], readonly Address[]> = {
  auto: ['webUrl', 'wsUrl', 'signUrl'],
  direct: ['webUrl', 'wsUrl'],
  page: ['webUrl'],
  signed: ['webUrl', 'signUrl'],
  relay: ['relayUrl'],
};
export const secretOf: Record<ShownLine['kind'], Secret | null> = {
  auto: 'signKey',
  direct: null,
  page: null,
  signed: 'signKey',
  relay: 'relayToken',
};

/** The field that tells whether a secret is saved, and the form's field that removes it. */
export const isSetOf = { signKey: 'hasSignKey', relayToken: 'hasRelayToken' } as const;
export const removalOf = { signKey: 'removeSignKey', relayToken: 'removeRelayToken' } as const;

/** A line as form values. A saved secret never reaches the page, so its field is empty until somebody types. */
type LineFields = Pick<ShownLine, 'kind' | Address> &
  Record<Secret, string> &
  Record<(typeof removalOf)[Secret], boolean>;

/** The form values of all lines by line id. */
export type LineValues = Record<string, LineFields>;

/** Returns the initial form values of the lines. Secrets are empty. */
export function lineValues(lines: readonly ShownLine[]): LineValues {
  const fields = ({ kind, webUrl, wsUrl, signUrl, relayUrl }: ShownLine): LineFields => ({
    kind,
    webUrl,
    wsUrl,
    signUrl,
    relayUrl,
    signKey: '',
    relayToken: '',
    removeSignKey: false,
    removeRelayToken: false,
  });
  return Object.fromEntries(lines.map((line) => [line.id, fields(line)]));
}

/** Returns whether a text is valid for this address. Ignores spaces around it. */
export function isAddress(name: Address, text: string): boolean {
  return lineSchema.shape[name].safeParse(text.trim()).success;
}

/**
 * Converts form values to the lines to save. Keeps the old value of an invalid address: it belongs to a kind that is
 * not selected, because the form validates the others. Omits a secret that was not typed, which keeps the saved one.
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
