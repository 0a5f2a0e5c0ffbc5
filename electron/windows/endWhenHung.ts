/** What is needed of a page's contents; the events are Electron's. */
export interface HangingContents {
  on(event: 'unresponsive' | 'responsive' | 'render-process-gone', listener: () => void): unknown;
  isDestroyed(): boolean;
  forcefullyCrashRenderer(): void;
}

export interface EndWhenHungOptions {
  after: (ms: number, task: () => void) => () => void;
  log: (level: 'info' | 'error', message: string) => void;
}

/** A page that hangs for so long after Electron has noticed it is taken for dead. */
export const HUNG_LIMIT_MS = 5_000;

/** Ends the process of a page that does not come to answer: it is gone then as after a crash, and is revived. */
export function endWhenHung(contents: HangingContents, { after, log }: EndWhenHungOptions): void {
  let cancel = () => {};
  const relax = () => cancel();
  contents.on('unresponsive', () => {
    log('error', 'a page does not answer');
    cancel();
    cancel = after(HUNG_LIMIT_MS, () => {
      if (!contents.isDestroyed()) contents.forcefullyCrashRenderer();
    });
  });
  contents.on('responsive', relax);
  contents.on('render-process-gone', relax);
}
