import { openAsBlob } from 'node:fs';
import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';

/** Where the recordings of ended shows are kept: a folder that all servers see, or a bucket. */
export interface RecordingStore {
  /** Stores a file under a key. When the promise is fulfilled, the store has the file for good. */
  put(key: string, file: { path: string; bytes: number; sha256: string }): Promise<void>;
  /** Reads a file. Rejects if there is none. The reader checks its content. */
  get(key: string): Promise<Readable>;
  /** Deletes a file. Does nothing if there is none. */
  remove(key: string): Promise<void>;
}

export type RecordingsConfig =
  | { kind: 'folder'; folder: string }
  | {
      kind: 's3';
      /** The address of the bucket, and a folder in it. */
      url: URL;
      keyId: string;
      secret: string;
      /** Null: known from the address, else `us-east-1`. */
      region: string | null;
    };

export const openRecordingStore = (config: RecordingsConfig): RecordingStore =>
  config.kind === 'folder' ? new FolderStore(config.folder) : new BucketStore(config);

class FolderStore implements RecordingStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async put(key: string, { path }: { path: string }): Promise<void> {
    const target = this.#pathOf(key);
    const next = `${target}.part`;
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    try {
      await copyFile(path, next);
      // `r+`, because some file systems flush only what may be written.
      const handle = await open(next, 'r+');
      await handle.sync().finally(() => handle.close());
      await rename(next, target);
      await flushName(target);
    } catch (error) {
      await rm(next, { force: true });
      throw error;
    }
  }

  async get(key: string): Promise<Readable> {
    const handle = await open(this.#pathOf(key), 'r');
    return handle.createReadStream();
  }

  async remove(key: string): Promise<void> {
    await rm(this.#pathOf(key), { force: true });
  }

  #pathOf(key: string): string {
    const path = join(this.#folder, key);
    if (!path.startsWith(this.#folder + sep)) throw new Error(`${key} is outside of the folder`);
    return path;
  }
}

/** Flushes the name of a file. Ignores errors: not every file system can flush a folder. */
async function flushName(path: string): Promise<void> {
  try {
    const folder = await open(dirname(path), 'r');
    await folder.sync().finally(() => folder.close());
  } catch {
    // The file system keeps names in its own way.
  }
}

/** A request may take this long (ms), and in addition 1 s for each 100 kB. */
const REQUEST_MS = 60_000;
const BYTES_PER_MS = 100;

/** A bucket of an S3-compatible store. Requests name the bucket in their path. */
class BucketStore implements RecordingStore {
  readonly #client: AwsClient;
  readonly #url: URL;

  constructor({ url, keyId, secret, region }: Extract<RecordingsConfig, { kind: 's3' }>) {
    this.#url = url;
    this.#client = new AwsClient({
      accessKeyId: keyId,
      secretAccessKey: secret,
      service: 's3',
      ...(region !== null && { region }),
      // `Recordings` tries again.
      retries: 0,
    });
  }

  async put(
    key: string,
    { path, bytes, sha256 }: { path: string; bytes: number; sha256: string },
  ): Promise<void> {
    // The store compares what arrives with the hash before it confirms.
    const headers = { 'x-amz-content-sha256': sha256, 'content-type': 'application/gzip' };
    const response = await this.#ask('PUT', key, bytes, { headers, body: await openAsBlob(path) });
    await response.body?.cancel();
  }

  async get(key: string): Promise<Readable> {
    const { body } = await this.#ask('GET', key, Number.MAX_SAFE_INTEGER);
    if (body === null) throw new Error(`the store of recordings has sent no content of ${key}`);
    return Readable.fromWeb(body as ReadableStream);
  }

  async remove(key: string): Promise<void> {
    const response = await this.#ask('DELETE', key, 0);
    await response.body?.cancel();
  }

  async #ask(method: string, key: string, bytes: number, init: RequestInit = {}): Promise<Response> {
    const timeout = Math.min(REQUEST_MS + bytes / BYTES_PER_MS, 24 * 3_600_000);
    const response = await this.#client.fetch(new URL(key, this.#url), {
      ...init,
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(Math.round(timeout)),
    });
    if (response.ok || (method === 'DELETE' && response.status === 404)) return response;
    const text = (await response.text()).slice(0, 300);
    throw new Error(`the store of recordings answers ${response.status} to ${method} ${key}: ${text}`);
  }
}
