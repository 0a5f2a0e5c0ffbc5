export interface QuitGuardOptions {
  isBusy: () => boolean;
  /** Asks the host; true when the app may go. */
  ask: () => Promise<boolean>;
  quit: () => void;
}

/**
 * Decides whether the app may close now. While a show is on the host is asked, once at a time however often
 * the window is closed; after a yes everything closes without another question.
 */
export function createQuitGuard(options: QuitGuardOptions): { mayClose: () => boolean } {
  let confirmed = false;
  let asking = false;
  const question = async () => {
    asking = true;
    try {
      confirmed = await options.ask();
    } finally {
      asking = false;
    }
    if (confirmed) options.quit();
  };
  return {
    mayClose: () => {
      if (confirmed || !options.isBusy()) return true;
      if (!asking) void question();
      return false;
    },
  };
}
