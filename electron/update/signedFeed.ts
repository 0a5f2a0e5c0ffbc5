import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/**
 * Signatures of update feeds. A feed names the newest version and the SHA-512 sum of each of its files; its own
 * field `ringsideSignature` is an Ed25519 signature of everything else in it. Whoever serves a feed can withhold
 * updates, but cannot make one up.
 */
export const SIGNATURE_FIELD = 'ringsideSignature';

/** The file of public keys that the packer puts beside the app. */
export const KEYS_FILE = 'update-keys.pem';

/** A feed as electron-updater parses it. */
export type FeedContent = Readonly<Record<string, unknown>>;

/** The name of the feed that electron-updater asks for on a system. */
export function feedName(platform: NodeJS.Platform, arch: string): string {
  if (platform === 'win32') return 'latest.yml';
  if (platform === 'darwin') return 'latest-mac.yml';
  return arch === 'x64' ? 'latest-linux.yml' : `latest-linux-${arch}.yml`;
}

/** Signs a feed. The name is part of it, so that no system takes the feed of another one. */
export function signFeed(name: string, content: FeedContent, privateKey: KeyObject): string {
  return sign(null, statementOf(name, content), privateKey).toString('base64');
}

/** True when one of the keys has signed exactly this feed. */
export function isSignedFeed(name: string, content: FeedContent, publicKeys: readonly KeyObject[]): boolean {
  const given = content[SIGNATURE_FIELD];
  if (typeof given !== 'string') return false;
  const statement = statementOf(name, content);
  const signature = Buffer.from(given, 'base64');
  return publicKeys.some((key) => verify(null, statement, key, signature));
}

/**
 * The Ed25519 keys in a PEM text: several, while a publisher changes from one to another. Empty for a text that
 * has none; throws when a block is damaged.
 */
export function readPublicKeys(pem: string): KeyObject[] {
  const blocks = pem.match(/-----BEGIN PUBLIC KEY-----[\s\S]+?-----END PUBLIC KEY-----/g) ?? [];
  return blocks.map((block) => createPublicKey(block)).filter((key) => key.asymmetricKeyType === 'ed25519');
}

function statementOf(name: string, content: FeedContent): Buffer {
  const signed = Object.fromEntries(Object.entries(content).filter(([field]) => field !== SIGNATURE_FIELD));
  return Buffer.from(`ringside update feed 1\n${name}\n${JSON.stringify(ordered(signed))}`);
}

/** The same value with the fields of every object in one order, because YAML gives them none. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(fields.map(([field, inner]) => [field, ordered(inner)]));
}
