export interface Frames {
  /** Draws in the next display frame; asked for twice, it is still one. */
  ask(): void;
  stop(): void;
}

const SOON_MS = 34;

/**
 * Calls `draw` once per display frame while that answers 0, after some ms when it answers with them, and not at all
 * at `Infinity`: a page on which nothing moves has neither a frame nor a timer under way.
 */
export function createFrames(draw: () => number): Frames {
  let frame: number | null = null;
  let timer: number | null = null;
  let stopped = false;

  const ask = () => {
    if (stopped || frame !== null) return;
    if (timer !== null) window.clearTimeout(timer);
    timer = null;
    frame = requestAnimationFrame(run);
  };
  function run(): void {
    frame = null;
    const wait = draw();
    if (stopped || frame !== null || wait === Number.POSITIVE_INFINITY) return;
    if (wait <= SOON_MS / 2) ask();
    else timer = window.setTimeout(ask, wait);
  }
  return {
    ask,
    stop: () => {
      stopped = true;
      if (frame !== null) cancelAnimationFrame(frame);
      if (timer !== null) window.clearTimeout(timer);
    },
  };
}
