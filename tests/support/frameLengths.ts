/** Runs in the page: the lengths (ms) of its frames during `ms`. */
export function frameLengths(ms: number): Promise<number[]> {
  return new Promise((resolve) => {
    const frames: number[] = [];
    const begun = performance.now();
    let last = begun;
    const next = () => {
      const now = performance.now();
      frames.push(now - last);
      last = now;
      if (now - begun < ms) requestAnimationFrame(next);
      else resolve(frames);
    };
    requestAnimationFrame(next);
  });
}
