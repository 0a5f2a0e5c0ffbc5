import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/**
 * The signature field of an update feed. A feed has the newest version and the SHA-512 checksum of each of its files;
 * the field is an Ed25519 signature of everything else in the feed. The server of a feed can withhold updates but
 * cannot forge them.
 */
export const SIGNATURE_FIELD = 'ringsideSignature';

/** The file of public keys that the packer puts beside the app. */
export const KEYS_FILE = 'update-keys.pem';

/** A feed as electron-updater parses it. */
export type FeedContent = Readonly<Record<string, unknown>>;

/** Returns the name of the feed that electron-updater requests on a system. */
export function feedName(platform: NodeJS.Platform, arch: string): string {
  if (platform === 'win32') return 'latest.yml';
  if (platform === 'darwin') return 'latest-mac.yml';
  return arch === 'x64' ? 'latest-linux.yml' : `latest-linux-${arch}.yml`;
}

/** Signs a feed. The signature covers the name, so that a feed is valid for one system only. */
export function signFeed(name: string, content: FeedContent, privateKey: KeyObject): string {
  return sign(null, signedBytes(name, content), privateKey).toString('base64');
}

/** Whether the feed has a valid signature by one of the keys. */
export function isSignedFeed(name: string, content: FeedContent, publicKeys: readonly KeyObject[]): boolean {
  const given = content[SIGNATURE_FIELD];
  if (typeof given !== 'string') return false;
  const bytes = signedBytes(name, content);
  const signature = Buffer.from(given, 'base64');
  return publicKeys.some((key) => verify(null, bytes, key, signature));
}

/**
 * Returns the Ed25519 keys in a PEM text. There are several while a publisher changes keys. Throws if a block is
 * damaged.
 */
export function readPublicKeys(pem: string): KeyObject[] {
  const blocks = pem.match(/-----BEGIN PUBLIC KEY-----[\s\S]+?-----END PUBLIC KEY-----/g) ?? [];
  return blocks.map((block) => createPublicKey(block)).filter((key) => key.asymmetricKeyType === 'ed25519');
}

function signedBytes(name: string, content: FeedContent): Buffer {
  const signed = Object.fromEntries(Object.entries(content).filter(([field]) => field !== SIGNATURE_FIELD));
  return Buffer.from(`ringside update feed 1\n${name}\n${JSON.stringify(sortFields(signed))}`);
}

/** Sorts the fields of every object, because YAML does not define an order. */
function sortFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortFields);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(fields.map(([field, inner]) => [field, sortFields(inner)]));
}
