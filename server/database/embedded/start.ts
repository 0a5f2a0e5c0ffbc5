import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { compiledFolder } from '../../compileCache.ts';
import { AnswerWatch } from './answerWatch.ts';
import { EXIT_IN_USE, emptyFrame, FrameReader, frame } from './link.ts';
import { DatabaseInUse } from './lock.ts';
import { EmbeddedStream } from './stream.ts';

export interface EmbeddedOptions {
  /** A database that a new one begins as a copy of; it is set up from nothing without. */
  template?: string | null;
  /** How long it may take for one statement before it is taken to hang. */
  answerWithinMs?: number | undefined;
  /** Ends it wherever it is. */
  giveUp?: AbortSignal | undefined;
}

export interface EmbeddedDatabase {
  /** A new connection; the one before must be closed. */
  connect(): EmbeddedStream;
  close(): Promise<void>;
}

/** A statement that takes longer than this is taken for a database that hangs, and ended with it. */
const ANSWER_WITHIN_MS = 60_000;
const CLOSE_WITHIN_MS = 10_000;
const MAX_COMPLAINT = 2000;

/**
 * Starts PostgreSQL on a folder, which it makes if there is none. Rejects when it cannot open (DatabaseInUse when
 * another process has it); when it ends later by itself, `onEnd` hears why.
 *
 * It runs in a process of its own and not in a thread: whatever ends it, a fault of the machine code that
 * WebAssembly becomes included, must not end the shows that the server counts.
 */
export async function startEmbedded(
  folder: string,
  onEnd: (error: Error) => void,
  { answerWithinMs = ANSWER_WITHIN_MS, giveUp, template = null }: EmbeddedOptions = {},
): Promise<EmbeddedDatabase> {
  if (!existsSync(folder) && template === null) await ended(launch([folder], giveUp), folder);
  giveUp?.throwIfAborted();
  const places = template === null ? [folder] : [folder, template];
  return serve(launch(places, giveUp), { folder, answerWithinMs, onEnd });
}

interface Launched {
  child: ChildProcess;
  link: Socket;
  /** The last that it had to say; of use when it does not start. */
  complaint(): string;
  /** Resolves once it is gone and all that it answered has arrived. */
  gone: Promise<void>;
}

function launch(places: string[], giveUp: AbortSignal | undefined): Launched {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'process.ts'), ...places], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    // What debugs or instruments the server is not meant for it. By the folder's name it finds even its first module
    // compiled.
    env: { NODE_COMPILE_CACHE: compiledFolder, ...process.env, NODE_OPTIONS: '' },
    // It does not listen to any other.
    killSignal: 'SIGKILL',
    ...(giveUp && { signal: giveUp }),
  });
  const link = child.stdio[3];
  if (!(link instanceof Socket)) throw new Error('the embedded database cannot be spoken to');
  // Writing to one that has just gone is no news: that it has gone is said by the process.
  link.on('error', () => undefined);
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said = `${said}${String(chunk)}`.slice(-MAX_COMPLAINT);
  });
  const gone = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.on('error', (error) => {
      said = error.message;
      // One that could not even be started never closes.
      if (child.pid === undefined) resolve();
    });
  });
  return { child, link, gone, complaint: () => said.trim() };
}

/** Why a process has ended that was not told to. */
function faultOf({ child, complaint }: Launched, folder: string): Error {
  if (child.exitCode === EXIT_IN_USE) {
    return new DatabaseInUse(`another Ringside uses the database in ${folder}`);
  }
  const how = child.signalCode ?? (child.exitCode === null ? 'not started' : `exit ${child.exitCode}`);
  const why = complaint();
  return new Error(`the embedded database has ended (${how})${why === '' ? '' : `: ${why}`}`);
}

/** Waits for a process that has work to do and then ends. */
async function ended(launched: Launched, folder: string): Promise<void> {
  launched.link.resume();
  await launched.gone;
  if (launched.child.exitCode !== 0) throw faultOf(launched, folder);
}

interface Serving {
  folder: string;
  answerWithinMs: number;
  onEnd: (error: Error) => void;
}

async function serve(launched: Launched, { folder, answerWithinMs, onEnd }: Serving) {
  const { child, link } = launched;
  let onAnswer: (bytes: Uint8Array) => void = () => {};
  let onGone: (error: Error) => void = () => {};
  let ready = false;
  let closing = false;
  let fault: Error | null = null;
  const watch = new AnswerWatch(answerWithinMs, () => {
    fault = new Error('the embedded database does not answer');
    child.kill('SIGKILL');
  });
  const gone = launched.gone.then(() => {
    watch.stop();
    fault ??= faultOf(launched, folder);
    if (closing || !ready) return;
    onGone(fault);
    onEnd(fault);
  });

  const reader = new FrameReader();
  await new Promise<void>((resolve, reject) => {
    link.on('data', (chunk: Buffer) => {
      for (const bytes of reader.push(chunk)) {
        if (bytes.length > 0) {
          watch.answered();
          onAnswer(bytes);
        } else {
          ready = true;
          resolve();
        }
      }
    });
    void gone.then(() => reject(fault ?? new Error('the embedded database did not start')));
  });

  return {
    connect: () =>
      new EmbeddedStream({
        send: (piece) => {
          watch.asked();
          link.write(frame(piece));
        },
        listen: (answer, ended) => {
          onAnswer = answer;
          onGone = ended;
          if (fault !== null) ended(fault);
        },
      }),
    close: async () => {
      closing = true;
      link.write(emptyFrame());
      const stuck = setTimeout(() => child.kill('SIGKILL'), CLOSE_WITHIN_MS);
      await gone;
      clearTimeout(stuck);
    },
  } satisfies EmbeddedDatabase;
}
