import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A port that forwards to another one, and that can be cut like a network line. */
export interface TcpLine {
  readonly port: number;
  /** New connections are forwarded to this port from now on. */
  leadTo(port: number): void;
  /** Silences all connections, without a reset: neither side hears anything. New ones get no answer. */
  cut(): void;
  /** Ends the silenced connections. New ones are forwarded again. */
  mend(): void;
  close(): void;
}

/** What the process of a line is told. */
export type LineOrder = { leadTo: number } | 'cut' | 'mend';

/** Opens a line in a process of its own: the other work of a test must not delay what goes over it. */
export async function openTcpLine(target: number): Promise<TcpLine> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'tcpLineChild.ts'), [String(target)]);
  const [port]: number[] = await once(child, 'message');
  const order = (what: LineOrder) => child.send(what);
  return {
    port: port ?? 0,
    leadTo: (leadTo) => order({ leadTo }),
    cut: () => order('cut'),
    mend: () => order('mend'),
    close: () => child.kill('SIGKILL'),
  };
}
