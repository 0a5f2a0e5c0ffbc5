import { useEffect } from 'react';
import { usePage, useRingside } from '#renderer/data/hooks.ts';
import { isKeyAction } from '#renderer/data/keys/actions.ts';
import { acceleratorLabel } from '#renderer/data/keys/globalKeys.ts';
import { useKeyActionName } from '#renderer/kit/keys/useKey.ts';

/**
 * Runs the actions of global keys, which the desktop app reads while another program has the focus. A toast warns of a
 * key whose action is not possible now, and, at the start, of keys that another program has.
 */
export function useGlobalKeys(): void {
  const { keys } = usePage();
  const { platform, toasts } = useRingside();
  const { app } = platform;
  const actionName = useKeyActionName();
  useEffect(
    () =>
      app?.onGlobalKey(({ actions }) => {
        const action = actions.find(isKeyAction);
        // With the focus here, the host sees why nothing happens, as with every other key.
        if (action === undefined || keys.run(actions) || document.hasFocus()) return;
        toasts.getState().add({
          severity: 'warn',
          summary: { key: 'toast.keyNotNow', params: { action: actionName(action) } },
        });
      }),
    [app, keys, toasts, actionName],
  );
  useEffect(() => {
    if (app === null) return;
    void Promise.all([app.checkGlobalKeys({}), app.getPreferences({})]).then(([checked, preferences]) => {
      if (!checked.ok || !preferences.ok || checked.result.refused.length === 0) return;
      const { globalKeys } = preferences.result;
      const refused = checked.result.refused.flatMap((action) => globalKeys[action] ?? []);
      toasts.getState().add({
        severity: 'warn',
        summary: {
          key: 'toast.keysRefused',
          params: { keys: [...new Set(refused)].map(acceleratorLabel).join(', ') },
        },
      });
    });
  }, [app, toasts]);
}
