import { closeSync, mkdirSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { RingsideError } from '#shared/contract/error.ts';
import {
  type DeviceKind,
  type DevicePreview,
  type DeviceResult,
  type ScreenPart,
  TRANSFER_CHUNK,
  type transferPhases,
} from '#shared/contract/transfer.ts';
import { isOver } from '#shared/game/sessionStatus.ts';
import { linesNow } from '../calls/settingCalls.ts';
import type { Core } from '../core.ts';
import { UnknownCommitError } from '../journal/failures.ts';
import { readSource } from '../report/source.ts';
import { showIds } from '../show/facts.ts';
import { fontKind } from '../store/fontKind.ts';
import { soundKind } from '../store/soundKind.ts';
import { removeQuietly, writingProblem } from '../store/storedFile.ts';
import { type Comparison, compareFile, usedOnAir } from './compareFile.ts';
import { type DeviceEntry, readDeviceFile, writeDeviceFile } from './deviceFile.ts';
import type { TransferEndpoint } from './endpoint.ts';
import {
  beginImport,
  endImport,
  fileBefore,
  folderIn,
  hashOf,
  type Import,
  LAST_IMPORT,
  readLastImport,
  restoreFiles,
  takeBack,
  writeLastImport,
} from './importRecord.ts';
import type { ImportStore } from './importStore.ts';
import { type MergeContext, newTransferId, parts, pictureIdsIn } from './parts.ts';
import { inputsOfShow, showEntries, sizeOf } from './showFiles.ts';

/** The largest file without a quota (bytes). */
const LARGEST_FILE = 4 * 1024 ** 3;
/** The largest picture of a file: that of an anchor's account (bytes). */
const LARGEST_IMPORTED = 512 * 1024;
const GZIP = [0x1f, 0x8b];
/** Files that the backstage changes by itself. An undo leaves them as they are by then. */
const living: ReadonlySet<string> = new Set(['learned.json', 'gift-pictures.json', 'anchors.json']);

/** Exports and imports the data of one backstage. */
export class Transfers implements TransferEndpoint {
  readonly #coreNow: () => Core;
  readonly #dataDir: string;
  /** Where an import is stored; null for the folder of the backstage. */
  readonly #imports: ImportStore | null;
  #phase: (typeof transferPhases)[number] = 'idle';
  #progress = { done: 0, total: 0 };
  #exported: { id: string; size: number } | null = null;
  #received: { id: string; size: number; got: number } | null = null;
  /** When the last import was, if it has not been undone. Undefined before it is first read. */
  #undoAt: number | null | undefined = undefined;
  #isClosed = false;

  /** `core` is called later: these transfers are a part of it. */
  constructor(core: () => Core, dataDir: string, imports: ImportStore | null) {
    this.#coreNow = core;
    this.#dataDir = dataDir;
    this.#imports = imports;
  }

  get #core(): Core {
    return this.#coreNow();
  }

  get state() {
    if (this.#undoAt === undefined)
      this.#undoAt = readLastImport(this.#dataDir, this.#core.clock.now())?.at ?? null;
    return { phase: this.#phase, ...this.#progress, undoAt: this.#undoAt };
  }

  // Export.

  /** Writes the file. @throws RingsideError `transfer.busy`, `storage.full`, `storage.unwritable`. */
  async export(withShows: boolean, screen: ScreenPart): Promise<{ id: string; size: number }> {
    return await this.#work('writing', async () => {
      this.#exported = null;
      const path = this.#path('export');
      const { clock, build } = this.#core;
      try {
        await writeDeviceFile(path, { at: clock.now(), build }, this.#entries(withShows, screen));
      } catch (error) {
        rmSync(path, { force: true });
        if (error instanceof RingsideError) throw error;
        throw RingsideError.of(writingProblem(error, path));
      }
      this.#exported = { id: newTransferId(), size: sizeOf(path) };
      return this.#exported;
    });
  }

  /** Reads a part of the exported file, in base64. @throws RingsideError `transfer.gone`. */
  read(id: string, offset: number): string {
    if (this.#exported?.id !== id) throw new RingsideError('transfer.gone');
    const file = openSync(this.#path('export'), 'r');
    try {
      const bytes = Buffer.alloc(TRANSFER_CHUNK);
      return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, offset)).toString('base64');
    } finally {
      closeSync(file);
    }
  }

  async *#entries(withShows: boolean, screen: ScreenPart): AsyncGenerator<DeviceEntry> {
    const { clock, learned, pictures, shows, archive } = this.#core;
    learned.write();
    const used = new Set<string>();
    for (const { part, read } of parts) {
      const stored = read(this.#dataDir, clock.now());
      if (stored === null) continue;
      for (const id of pictureIdsIn(stored.content)) used.add(id);
      yield { kind: 'part', part, ...stored };
    }
    for (const part of ['settings', 'keys'] as const)
      yield { kind: 'part', part, version: 1, content: screen[part] };
    for (const id of used) {
      const picture = pictures.read(id);
      if (picture !== null)
        yield { kind: 'picture', id, data: Buffer.from(picture.bytes).toString('base64') };
    }
    if (!withShows) return;
    const current = shows.current;
    const ids = archive
      .list(null)
      .map(({ showId }) => showId)
      .reverse();
    this.#progress = { done: 0, total: ids.length };
    for (const id of ids) {
      const isLeftOut = id === current?.id ? !isOver(current.state) : !(await this.#isOver(id));
      if (!isLeftOut) {
        const folder = join(shows.folder, id);
        const facts = id === current?.id ? current.facts : archive.factsOf(id);
        yield* showEntries(id, facts, folder, inputsOfShow(this.#core, id));
      }
      this.#progress = { done: this.#progress.done + 1, total: ids.length };
    }
  }

  /** Whether a past show can be read and is over. */
  async #isOver(id: string): Promise<boolean> {
    try {
      return await readSource(this.#core, id, ({ state }) => isOver(state));
    } catch (error) {
      this.#core.log(`show ${id} is left out of the exported file`, error);
      return false;
    }
  }

  // Import.

  /** @throws RingsideError `transfer.busy`, `transfer.tooLarge`, `storage.quota`, `storage.unwritable`. */
  begin(size: number): string {
    if (this.#phase !== 'idle' && this.#phase !== 'receiving') throw new RingsideError('transfer.busy');
    const { quota, allowance } = this.#core;
    quota.refuseShow();
    const most = Math.min(LARGEST_FILE, allowance.diskBytes);
    if (size > most) throw new RingsideError('transfer.tooLarge', { limit: Math.round(most / 1024 ** 2) });
    try {
      closeSync(openSync(this.#path('received'), 'w', 0o600));
    } catch (error) {
      throw RingsideError.of(writingProblem(error, this.#dataDir));
    }
    this.#received = { id: newTransferId(), size, got: 0 };
    this.#phase = 'receiving';
    this.#progress = { done: 0, total: size };
    return this.#received.id;
  }

  /** @throws RingsideError `transfer.gone`, `transfer.unreadable`, `storage.full`. */
  write(id: string, offset: number, data: Buffer): void {
    const received = this.#receivedAs(id);
    if (offset !== received.got || received.got + data.length > received.size)
      throw new RingsideError('invalid', { field: 'offset' });
    if (offset === 0 && !GZIP.every((byte, index) => data[index] === byte)) {
      this.cancel();
      throw new RingsideError('transfer.unreadable');
    }
    try {
      const file = openSync(this.#path('received'), 'a');
      try {
        writeSync(file, data);
      } finally {
        closeSync(file);
      }
    } catch (error) {
      this.cancel();
      throw RingsideError.of(writingProblem(error, this.#dataDir));
    }
    received.got += data.length;
    this.#progress = { done: received.got, total: received.size };
  }

  /** Reads the file and says what an import would change. */
  async check(id: string, screen: ScreenPart): Promise<DevicePreview> {
    this.#receivedAs(id);
    return await this.#work('checking', async () => (await this.#compare(screen, null, () => {})).preview);
  }

  /**
   * Imports the chosen kinds.
   *
   * @throws RingsideError; nothing is changed then. After `cluster.unreachable`, everything may be imported a little later.
   */
  async apply(
    id: string,
    plan: string,
    kinds: readonly DeviceKind[],
    screen: ScreenPart,
  ): Promise<DeviceResult> {
    this.#receivedAs(id);
    return await this.#work('importing', async () => {
      const staged = this.#path('shows');
      rmSync(staged, { recursive: true, force: true });
      const tokens: DeviceResult['tokens'] = [];
      try {
        const compared = async (into: string | null) => {
          tokens.length = 0;
          const found = await this.#compare(screen, into, (made) => tokens.push(made));
          refuseOther(found, plan, kinds);
          return found;
        };
        const withShows = kinds.includes('shows');
        let checked = await compared(withShows ? staged : null);
        this.#core.quota.refuseShow();
        const pictures = await this.#pictures();
        if (withShows && this.#imports !== null && checked.newShows.length > 0) {
          await this.#imports.stage(staged, checked.newShows);
          // Another screen may have changed something meanwhile.
          checked = await compared(null);
        }
        await this.#commit(checked, kinds, screen, pictures);
        this.cancel();
        return {
          tokens: kinds.includes('remotes') ? tokens : [],
          screen: {
            settings: kinds.includes('settings') ? (checked.screen?.settings ?? null) : null,
            keys: kinds.includes('keys') ? (checked.screen?.keys ?? null) : null,
          },
        };
      } finally {
        this.#imports?.drop();
        removeQuietly(staged);
      }
    });
  }

  /**
   * Restores a show from the trash. In a cluster, this also stores the show again and brings it back to all servers.
   *
   * @throws RingsideError `session.noShow` if it is not in the trash any more, `transfer.busy`, `show.damaged`,
   * `storage.unreachable`; the show stays in the trash then. After `cluster.unreachable`, it may be restored a little
   * later.
   */
  async restoreShow(showId: string): Promise<void> {
    const imports = this.#imports;
    if (imports?.takesShows === true) await this.#work('importing', () => this.#restoreIn(imports, showId));
    else this.#core.trash.restore(showId);
    this.#core.overlays.showRestored(showId);
  }

  async #restoreIn(imports: ImportStore, showId: string): Promise<void> {
    const { shows, trash } = this.#core;
    trash.restore(showId);
    const putBack = () => trash.put(showId);
    try {
      await imports.stage(shows.folder, [showId]).catch((error: unknown) => {
        putBack();
        throw error;
      });
      await this.#publish(imports, putBack);
    } finally {
      imports.drop();
    }
  }

  /**
   * Restores what the last import changed. Returns what the screen had, if the import changed that.
   *
   * @throws RingsideError; nothing is changed then.
   */
  async undo(): Promise<ScreenPart | null> {
    return await this.#work('importing', async () => {
      const { shows, trash, archive, overlays, remotes } = this.#core;
      // The trash gets whole shows. Some may be in the store of a cluster only.
      for (const id of this.#undoable().shows) await archive.bring(id);
      if (this.#isClosed) throw new RingsideError('transfer.gone');
      // Another screen may have changed something meanwhile.
      const last = this.#undoable();
      const { files, screen, tokens } = last;
      restoreFiles(this.#dataDir, files);
      for (const id of tokens) if (remotes.shown.remotes.some((each) => each.id === id)) remotes.revoke(id);
      for (const id of last.shows) {
        if (!showIds(shows.folder).includes(id)) continue;
        overlays.showDeleted(id);
        archive.forget(id);
        trash.put(id);
      }
      rmSync(join(this.#dataDir, LAST_IMPORT), { force: true });
      this.#undoAt = null;
      this.#reload();
      return screen;
    });
  }

  /**
   * Returns what an undo of the last import restores.
   *
   * @throws RingsideError `transfer.noUndo`, `transfer.onAir`, `transfer.undoChanged`, `show.onStage`.
   */
  #undoable(): Import {
    const last = readLastImport(this.#dataDir, this.#core.clock.now());
    if (last === null) throw new RingsideError('transfer.noUndo');
    const { shows } = this.#core;
    const files = last.files.filter(({ file }) => file !== 'remotes.json');
    const isUsed = files.some(({ file }) =>
      parts.some((each) => each.file === file && usedOnAir.has(each.kind)),
    );
    if (shows.busy && isUsed) throw new RingsideError('transfer.onAir');
    const onStage = shows.current;
    if (onStage !== null && last.shows.includes(onStage.id)) throw new RingsideError('show.onStage');
    const unchanged = files.filter(({ file, sha256 }) => hashOf(join(this.#dataDir, file)) === sha256);
    const changed = files.filter((each) => !unchanged.includes(each) && !living.has(each.file));
    if (changed.length > 0) throw new RingsideError('transfer.undoChanged');
    return { ...last, files: unchanged };
  }

  /** A job that still runs then changes nothing any more. */
  close(): void {
    this.#isClosed = true;
  }

  cancel(): void {
    this.#received = null;
    this.#exported = null;
    for (const name of ['export', 'received']) removeQuietly(this.#path(name));
    if (this.#phase === 'receiving') this.#phase = 'idle';
  }

  #compare(
    screen: ScreenPart,
    staged: string | null,
    newToken: NonNullable<MergeContext['newToken']>,
  ): Promise<Comparison> {
    const path = this.#path('received');
    const total = sizeOf(path);
    this.#progress = { done: 0, total };
    const onBytes = (done: number) => {
      this.#progress = { done, total };
    };
    const file = {
      path,
      dataDir: this.#dataDir,
      imports: this.#imports,
      staged,
      onBytes,
      newToken,
    };
    return compareFile(this.#core, file, screen);
  }

  /** The pictures of the file by id. */
  async #pictures(): Promise<Map<string, Buffer>> {
    const found = new Map<string, Buffer>();
    await readDeviceFile(this.#path('received'), {
      onEntry: (entry) => {
        if (entry.kind === 'picture') found.set(entry.id, Buffer.from(entry.data, 'base64'));
      },
    });
    return found;
  }

  /** Writes everything, or nothing. */
  async #commit(
    { merges, newShows }: Comparison,
    kinds: readonly DeviceKind[],
    screen: ScreenPart,
    pictures: ReadonlyMap<string, Buffer>,
  ): Promise<void> {
    if (this.#isClosed) throw new RingsideError('transfer.gone');
    const { clock, shows, overlays, remotes, trash } = this.#core;
    const chosen = [...merges.values()].filter(({ kind }) => kinds.includes(kind));
    const ids = kinds.includes('shows') ? newShows : [];
    const isScreen = kinds.includes('settings') || kinds.includes('keys');
    const tokensBefore = new Set(remotes.shown.remotes.map(({ id }) => id));
    const before: Import = {
      at: clock.now(),
      files: [...chosen.map(({ file }) => file), LAST_IMPORT].map((file) => fileBefore(this.#dataDir, file)),
      shows: ids,
      tokens: [],
      screen: isScreen ? screen : null,
    };
    const undoAt = this.#undoAt;
    beginImport(this.#dataDir, before);
    const takeAllBack = () => {
      takeBack(this.#dataDir, before);
      this.#undoAt = undoAt;
      this.#reload();
    };
    try {
      for (const { write } of chosen) write();
      mkdirSync(shows.folder, { recursive: true });
      for (const id of ids) renameSync(join(this.#path('shows'), id), join(shows.folder, id));
      trash.forget(ids);
      this.#reload();
      this.#putPictures(pictures);
      this.#core.packs.store.checkAll();
      writeLastImport(this.#dataDir, {
        ...before,
        files: before.files
          .filter(({ file }) => file !== LAST_IMPORT)
          .map((each) => ({ ...each, sha256: hashOf(join(this.#dataDir, each.file)) })),
        tokens: remotes.shown.remotes.map(({ id }) => id).filter((id) => !tokensBefore.has(id)),
      });
      this.#undoAt = before.at;
    } catch (error) {
      takeAllBack();
      throw error instanceof RingsideError ? error : RingsideError.of(writingProblem(error, this.#dataDir));
    }
    if (this.#imports !== null) {
      // Until this resolves, the folder may have what the store lacks. The next start on this folder takes it back.
      await this.#publish(this.#imports, takeAllBack);
      if (this.#isClosed) throw new RingsideError('transfer.gone');
    }
    endImport(this.#dataDir);
    for (const id of ids) overlays.showRestored(id);
  }

  async #publish(imports: ImportStore, revert: () => void): Promise<void> {
    try {
      await imports.publish();
    } catch (error) {
      this.#core.log('an import or a restored show could not be stored', error);
      if (!(error instanceof UnknownCommitError) && !this.#isClosed) revert();
      throw new RingsideError('cluster.unreachable');
    }
  }

  /** Stores the pictures and sounds that are in use. Each is checked, and named by its own hash. */
  #putPictures(pictures: ReadonlyMap<string, Buffer>): void {
    const { clock, pictures: store, packs } = this.#core;
    const used = new Set<string>();
    for (const { read } of parts) {
      for (const id of pictureIdsIn(read(this.#dataDir, clock.now())?.content ?? null)) used.add(id);
    }
    const packFiles = new Set(packs.store.files());
    for (const [id, bytes] of pictures) {
      if (!used.has(id) || store.has(id)) continue;
      try {
        if (packFiles.has(id)) store.putPackFile(bytes);
        else if (soundKind(bytes) !== null) store.putSound(bytes);
        else if (fontKind(bytes) !== null) store.putFont(bytes);
        else store.put(bytes, LARGEST_IMPORTED);
      } catch (error) {
        if (error instanceof RingsideError && /^(picture|sound|font)\./.test(error.problem.code)) continue;
        throw error;
      }
    }
  }

  /** Lets the stores read their files again, and tells the screens. */
  #reload(): void {
    const {
      clock,
      hub,
      rooms,
      presets,
      lines,
      overlays,
      remotes,
      learned,
      anchors,
      giftPictures,
      payouts,
      seasons,
      packs,
      themes,
    } = this.#core;
    const now = clock.now();
    presets.reload(now);
    lines.reload(now);
    overlays.reload();
    remotes.reload();
    learned.reload();
    anchors.reload();
    giftPictures.reload();
    payouts.reload(now);
    seasons.reload(now);
    themes.reload();
    hub.broadcast({ push: 'presets', presets: presets.list() });
    hub.broadcast({ push: 'lines', ...linesNow(this.#core) });
    hub.broadcast({ push: 'giftPictures', pictures: giftPictures.known });
    rooms.updateSecondLine();
    packs.store.reload();
  }

  /** Runs one job at a time. */
  async #work<T>(phase: 'writing' | 'checking' | 'importing', run: () => Promise<T>): Promise<T> {
    if (this.#phase !== 'idle' && this.#phase !== 'receiving') throw new RingsideError('transfer.busy');
    const before = this.#phase;
    this.#phase = phase;
    this.#progress = { done: 0, total: 0 };
    try {
      return await run();
    } finally {
      this.#phase = before === 'receiving' && this.#received !== null ? 'receiving' : 'idle';
      this.#progress = { done: 0, total: 0 };
    }
  }

  #receivedAs(id: string) {
    if (this.#received?.id !== id) throw new RingsideError('transfer.gone');
    return this.#received;
  }

  #path(name: string): string {
    const folder = folderIn(this.#dataDir);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return join(folder, name);
  }
}

/** @throws RingsideError `transfer.changed` if an import would not do what the host has seen, or why it is refused. */
function refuseOther({ preview }: Comparison, plan: string, kinds: readonly DeviceKind[]): void {
  if (preview.plan !== plan) throw new RingsideError('transfer.changed');
  const refused = preview.kinds.find(({ kind, blocked }) => blocked !== null && kinds.includes(kind));
  if (refused?.blocked) throw RingsideError.of(refused.blocked);
}
