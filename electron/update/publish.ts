import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseUpdateInfo } from 'electron-updater/out/providers/Provider.js';
import { z } from 'zod';
import { isSignedFeed, KEYS_FILE, readPublicKeys, SIGNATURE_FIELD, signFeed } from './signedFeed.ts';

/** The part of a publisher: makes the key and signs feeds. Nothing of this is in the app. */

/** Where the packer takes the public keys from. */
const packedKeys = path.join(import.meta.dirname, '..', '..', 'build', KEYS_FILE);

/** Something that a publisher has to mend; the message says what. */
export class PublishError extends Error {}

const feedSchema = z.looseObject({
  version: z.string(),
  files: z.array(z.looseObject({ url: z.string(), sha512: z.string() })).min(1),
});

/**
 * Makes an Ed25519 key pair: the private half in a new file that only its owner can read, the public half added to
 * the keys that the next packing takes. Returns the file of the public keys.
 */
export function makeUpdateKey(privateFile: string, keysFile = packedKeys): string {
  if (existsSync(privateFile))
    throw new PublishError(`${privateFile} exists already. Give the key another name.`);
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  mkdirSync(path.dirname(privateFile), { recursive: true });
  writeFileSync(privateFile, privateKey.export({ type: 'pkcs8', format: 'pem' }), {
    mode: 0o600,
    flag: 'wx',
  });
  writeFileSync(keysFile, publicKey.export({ type: 'spki', format: 'pem' }), { flag: 'a' });
  return keysFile;
}

/**
 * Signs every feed of a folder and returns their names. Each file that a feed names has to be there, and be the one
 * that the feed means. The key has to belong to a packed one, else no app would take the feed.
 */
export function signFeeds(folder: string, privateFile: string, keysFile = packedKeys): string[] {
  const key = readPrivateKey(privateFile);
  const publicKeys = existsSync(keysFile) ? readPublicKeys(readFileSync(keysFile, 'utf8')) : [];
  const names = readdirSync(folder).filter((name) => /^latest(?:-[\w-]+)?\.yml$/.test(name));
  if (names.length === 0) throw new PublishError(`${folder} has no feed such as latest.yml.`);
  const signed = names.map((name) => {
    const file = path.join(folder, name);
    const text = readFileSync(file, 'utf8').replace(new RegExp(`^${SIGNATURE_FIELD}:.*\n?`, 'gm'), '');
    // The app's own parser, so that both sign and check the same values.
    const parsed = feedSchema.safeParse(parseUpdateInfo(text, name, new URL(`file:///${name}`)));
    if (!parsed.success) throw new PublishError(`${name} is not a feed of this packer.`);
    for (const { url, sha512 } of parsed.data.files) checkFile(folder, url, sha512);
    const signature = signFeed(name, parsed.data, key);
    if (!isSignedFeed(name, { ...parsed.data, [SIGNATURE_FIELD]: signature }, publicKeys)) {
      throw new PublishError(`${privateFile} is not the private half of a key in ${keysFile}.`);
    }
    return { file, name, text: `${text.replace(/\n?$/, '\n')}${SIGNATURE_FIELD}: ${signature}\n` };
  });
  for (const { file, text } of signed) writeFileSync(file, text);
  return signed.map(({ name }) => name);
}

function readPrivateKey(file: string): KeyObject {
  try {
    const key = createPrivateKey(readFileSync(file, 'utf8'));
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Said below.
  }
  throw new PublishError(`${file} is not an Ed25519 private key. Make one with npm run update:key.`);
}

function checkFile(folder: string, name: string, sha512: string): void {
  const file = path.join(folder, path.basename(name));
  if (path.basename(name) !== name || !existsSync(file)) {
    throw new PublishError(`The feed names ${name}, which is not in ${folder}.`);
  }
  if (createHash('sha512').update(readFileSync(file)).digest('base64') !== sha512) {
    throw new PublishError(`${name} is not the file that the feed means: its SHA-512 sum differs.`);
  }
}
