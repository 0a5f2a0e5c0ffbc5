import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { CallArgs, CallName, CallResult } from '#shared/contract/backstage.ts';
import { type DeviceKind, type ScreenPart, TRANSFER_CHUNK } from '#shared/contract/transfer.ts';

/** A screen that makes calls. */
export interface Caller {
  call<N extends CallName>(name: N, args: CallArgs<N>): Promise<CallResult<N>>;
}

export const noScreen: ScreenPart = { settings: {}, keys: {} };

/** Exports a file as a screen does. */
export async function exported(screen: Caller, shows = true, part = noScreen): Promise<Buffer> {
  const { id, size } = await screen.call('transfer.export', { shows, screen: part });
  const pieces: Buffer[] = [];
  for (let offset = 0; offset < size; ) {
    const { data } = await screen.call('transfer.read', { id, offset });
    pieces.push(Buffer.from(data, 'base64'));
    offset += TRANSFER_CHUNK;
  }
  return Buffer.concat(pieces);
}

/** Sends a file as a screen does. Returns its id. */
export async function sent(screen: Caller, file: Buffer): Promise<string> {
  const { id } = await screen.call('transfer.begin', { size: file.length });
  for (let offset = 0; offset < file.length; offset += TRANSFER_CHUNK) {
    const data = file.subarray(offset, offset + TRANSFER_CHUNK).toString('base64');
    await screen.call('transfer.write', { id, offset, data });
  }
  return id;
}

/** Sends and checks a file. */
export async function checked(screen: Caller, file: Buffer, part = noScreen) {
  const id = await sent(screen, file);
  return { id, ...(await screen.call('transfer.check', { id, screen: part })) };
}

/** Imports some kinds of a file, by default all. */
export async function imported(
  screen: Caller,
  file: Buffer,
  { kinds, part = noScreen }: { kinds?: DeviceKind[]; part?: ScreenPart } = {},
) {
  const { id, plan, kinds: found } = await checked(screen, file, part);
  return screen.call('transfer.apply', {
    id,
    plan,
    kinds: kinds ?? found.filter(({ blocked }) => blocked === null).map(({ kind }) => kind),
    screen: part,
  });
}

type Line = Record<string, unknown>;

/** The lines of a file without the first one, which has the time, and the last one. */
export function linesOf(file: Buffer): Line[] {
  const lines: Line[] = gunzipSync(file)
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return lines.slice(1, -1);
}

/** A file with a right checksum, whatever its lines are. */
export function fileOf(lines: readonly unknown[], header: Line = {}): Buffer {
  const first = { kind: 'header', format: 'ringside-device', version: 1, at: 1, build: 'test', ...header };
  const text = [first, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('');
  const end = {
    kind: 'end',
    lines: lines.length + 1,
    sha256: createHash('sha256').update(text).digest('hex'),
  };
  return gzipSync(`${text}${JSON.stringify(end)}\n`);
}
