import { useCallback, useEffect, useState } from 'react';
import { useRingside } from '#renderer/data/hooks.ts';
import type { DesktopApp } from '#renderer/data/platform/platform.ts';
import type { Preferences } from '#shared/contract/desktop.ts';

export type ChangePreferences = (change: Partial<Preferences>) => Promise<boolean>;

/** Returns the desktop app's preferences (null until loaded) and a function that saves changes of them. */
export function usePreferences(app: DesktopApp): [Preferences | null, ChangePreferences] {
  const { showProblem } = useRingside();
  const [preferences, set] = useState<Preferences | null>(null);
  useEffect(() => {
    void app.getPreferences({}).then((answer) => {
      if (answer.ok) set(answer.result);
    });
    return app.onPreferences(set);
  }, [app]);
  const change = useCallback(
    async (wanted: Partial<Preferences>) => {
      // Show the change at once, so that the next one starts from it.
      set((now) => now && { ...now, ...wanted });
      const answer = await app.savePreferences(wanted);
      if (!answer.ok) showProblem(answer.problem);
      const saved = answer.ok ? answer : await app.getPreferences({});
      if (saved.ok) set(saved.result);
      return answer.ok;
    },
    [app, showProblem],
  );
  return [preferences, change];
}
