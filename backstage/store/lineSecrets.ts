import type { Line, LineDraft, ShownLine } from '#shared/contract/connection.ts';

/** What a screen may know of a line. */
export function shownLine({ signKey, relayToken = '', ...line }: Line): ShownLine {
  return { ...line, hasSignKey: signKey !== '', hasRelayToken: relayToken !== '' };
}

/**
 * The line that a draft makes of the stored one. A secret is kept only while its address stays at the same origin:
 * otherwise a screen could send a key that it cannot read to a server of its own.
 */
export function withSecrets({ signKey, relayToken, ...line }: LineDraft, before: Line | undefined): Line {
  const key = signKey ?? (sameOrigin(line.signUrl, before?.signUrl) ? before?.signKey : '') ?? '';
  const token = relayToken ?? (sameOrigin(line.relayUrl, before?.relayUrl) ? before?.relayToken : '') ?? '';
  return { ...line, signKey: key, ...(token === '' ? {} : { relayToken: token }) };
}

function sameOrigin(address: string, before: string | undefined): boolean {
  if (before === undefined) return false;
  if (address === before) return true;
  return URL.canParse(address) && URL.canParse(before) && new URL(address).origin === new URL(before).origin;
}
