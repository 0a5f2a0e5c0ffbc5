/** What decides which window of this browser or app plays. */
interface SoundTurnParts {
  /** Absent where the page has no secure origin: each window plays then. */
  locks: Pick<LockManager, 'request'> | undefined;
  /** Calls back at each click or key in this window. Returns the function that ends that. */
  onUse(listener: () => void): () => void;
}

interface SoundTurn {
  /** Whether this window plays. */
  isOurs(): boolean;
  end(): void;
}

const LOCK = 'ringside.sounds';

/**
 * Lets one window of several play: the one that was used last, because a browser plays nothing in a window that was
 * never clicked. When it closes, another window plays.
 */
export function takeSoundTurn({ locks, onUse }: SoundTurnParts): SoundTurn {
  if (locks === undefined) return { isOurs: () => true, end: () => {} };
  const ending = new AbortController();
  let isOurs = false;
  /** Cancels the request that waits for the lock. */
  let waiting = new AbortController();
  /** Holds the lock until another window takes it or this one ends. */
  const hold = async (options: LockOptions): Promise<void> => {
    try {
      await locks.request(LOCK, options, () => {
        isOurs = true;
        return new Promise<void>((resolve) => ending.signal.addEventListener('abort', () => resolve()));
      });
    } catch {
      // Another window has taken the lock, or this one takes it now and does not wait for it any more.
      if (options.signal?.aborted === true || ending.signal.aborted) return;
      isOurs = false;
      wait();
    }
  };
  const wait = () => {
    waiting = new AbortController();
    void hold({ signal: waiting.signal });
  };
  const leave = onUse(() => {
    if (isOurs) return;
    isOurs = true;
    waiting.abort();
    void hold({ steal: true });
  });
  wait();
  return {
    isOurs: () => isOurs,
    end: () => {
      leave();
      isOurs = false;
      ending.abort();
      waiting.abort();
    },
  };
}
