import { BRIDGE_KEY, type DesktopBridge } from '#shared/contract/desktop.ts';
import { RingsideError } from '#shared/contract/error.ts';
import { defaultObsSettings } from '#shared/contract/obs.ts';
import { DesktopLink } from './desktopLink.ts';
import type { Platform } from './platform.ts';

/** Returns the bridge to the desktop app; null in a browser. */
export function findBridge(): DesktopBridge | null {
  return window[BRIDGE_KEY] ?? null;
}

/** Creates the platform of the desktop app, whose backstage is reached over the bridge. */
export function desktopPlatform(bridge: DesktopBridge): Platform {
  return {
    kind: 'desktop',
    link: () => new DesktopLink(bridge),
    reload: () => window.location.reload(),
    update: {
      kind: 'desktop',
      getUpdate: bridge.getUpdate,
      checkUpdate: bridge.checkUpdate,
      installUpdate: bridge.installUpdate,
      onUpdate: bridge.onUpdate,
    },
    clearCache: async () => {
      const answer = await bridge.clearCache({});
      if (!answer.ok) throw new RingsideError(answer.problem.code, answer.problem.params);
      return answer.result.freedBytes;
    },
    obs: {
      load: async () => {
        const answer = await bridge.getObs({});
        return answer.ok ? answer.result : defaultObsSettings;
      },
      save: async (settings) => {
        await bridge.saveObs(settings);
      },
    },
    app: bridge,
  };
}
