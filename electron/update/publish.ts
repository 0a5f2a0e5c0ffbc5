import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseUpdateInfo } from 'electron-updater/out/providers/Provider.js';
import { z } from 'zod';
import { isSignedFeed, KEYS_FILE, readPublicKeys, SIGNATURE_FIELD, signFeed } from './signedFeed.ts';

// Commands of the publisher: create the signing key and sign feeds. The app does not contain this file.

/** The file from which the packer takes the public keys. */
const packedKeys = path.join(import.meta.dirname, '..', '..', 'build', KEYS_FILE);

/** An error that the publisher can fix. The message says how. */
export class PublishError extends Error {}

const feedSchema = z.looseObject({
  version: z.string(),
  files: z.array(z.looseObject({ url: z.string(), sha512: z.string() })).min(1),
});

/**
 * Creates an Ed25519 key pair. The private key goes to a new file that only its owner can read; the public key is
 * appended to `keysFile`, which the next packing uses. Returns `keysFile`.
 * @throws PublishError when the private file exists
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
 * Signs every feed in a folder and returns the names of the feeds.
 * @throws PublishError when a file of a feed is missing or differs from its checksum, or when the public key is not in
 * `keysFile`: apps would reject the feed
 */
export function signFeeds(folder: string, privateFile: string, keysFile = packedKeys): string[] {
  const key = readPrivateKey(privateFile);
  const publicKeys = existsSync(keysFile) ? readPublicKeys(readFileSync(keysFile, 'utf8')) : [];
  const names = readdirSync(folder).filter((name) => /^latest(?:-[\w-]+)?\.yml$/.test(name));
  if (names.length === 0) throw new PublishError(`${folder} has no feed such as latest.yml.`);
  const signed = names.map((name) => {
    const file = path.join(folder, name);
    const text = readFileSync(file, 'utf8').replace(new RegExp(`^${SIGNATURE_FIELD}:.*\n?`, 'gm'), '');
    // Use the parser of the app, so that both sides sign and verify the same values.
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
    // The error below covers unreadable and invalid files.
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

/** Runs a command with the process's arguments and prints its result. Prints the usage if `command` returns null. */
export function runPublishing(usage: string, command: (args: readonly string[]) => string | null): void {
  try {
    const result = command(process.argv.slice(2));
    process.stdout.write(`${result ?? `Usage: ${usage}`}\n`);
    if (result === null) process.exitCode = 1;
  } catch (error) {
    if (!(error instanceof PublishError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
