import type { DesktopApp } from '#renderer/data/platform/platform.ts';
import type { Ringside } from '#renderer/data/ringside.ts';
import { settingsSchema } from '#renderer/data/stores/settings.ts';
import type { SettingsStore } from '#renderer/data/stores/settingsStore.ts';
import { globalKeysSchema } from '#shared/contract/globalKeys.ts';
import { languageSchema } from '#shared/contract/language.ts';
import { type DeviceResult, type ScreenPart, TRANSFER_CHUNK } from '#shared/contract/transfer.ts';

type Call = Ringside['call'];

/** The settings that another computer takes over. What belongs to this computer only stays, such as the last room. */
const carried = {
  theme: true,
  dark: true,
  primary: true,
  surface: true,
  simpleMenu: true,
  menuColour: true,
  liveSound: true,
  liveNotification: true,
  vibrates: true,
  reportZone: true,
} as const;
const carriedSchema = settingsSchema.pick(carried);

/** Reads what only the screen stores. `app`: the desktop app, which has the global keys. */
export async function readScreenPart(settings: SettingsStore, app: DesktopApp | null): Promise<ScreenPart> {
  const state = settings.getState();
  const answer = await app?.getPreferences({});
  return {
    settings: { language: state.language, ...carriedSchema.parse(state) },
    keys: { keys: state.keys, ...(answer?.ok === true && { globalKeys: answer.result.globalKeys }) },
  };
}

/** Takes over what an import, or its undo, has for the screen. Ignores each value that this version does not know. */
export async function takeScreenPart(
  { settings, keys }: DeviceResult['screen'],
  store: SettingsStore,
  app: DesktopApp | null,
): Promise<void> {
  const state = store.getState();
  const language = languageSchema.safeParse(settings?.language);
  for (const [name, value] of Object.entries(settings ?? {})) {
    const known = carriedSchema
      .partial()
      .strict()
      .safeParse({ [name]: value });
    if (known.success) state.set(known.data);
  }
  if (language.success) state.setLanguage(language.data);
  const own = settingsSchema.shape.keys.safeParse(keys?.keys);
  if (own.success) state.set({ keys: own.data });
  const global = globalKeysSchema.safeParse(keys?.globalKeys);
  if (global.success) await app?.savePreferences({ globalKeys: global.data });
}

/** Called with the share that is done, 0 to 1. */
export type OnProgress = (share: number) => void;

/** Fetches the exported file. The browser keeps large blobs on the disk. */
export async function fetchDeviceFile(
  call: Call,
  { id, size }: { id: string; size: number },
  onProgress: OnProgress,
): Promise<Blob> {
  let file = new Blob([]);
  let pieces: BlobPart[] = [];
  for (let offset = 0; offset < size; offset += TRANSFER_CHUNK) {
    const { data } = await call('transfer.read', { id, offset });
    pieces.push(Uint8Array.from(atob(data), (character) => character.charCodeAt(0)));
    // Join the pieces now and then, so that they are not all in memory.
    if (pieces.length === 100) {
      file = new Blob([file, ...pieces]);
      pieces = [];
    }
    onProgress(Math.min(1, (offset + TRANSFER_CHUNK) / size));
  }
  return new Blob([file, ...pieces], { type: 'application/gzip' });
}

/** Sends a file, piece by piece. Returns its id. @throws RingsideError */
export async function sendDeviceFile(call: Call, file: Blob, onProgress: OnProgress): Promise<string> {
  const { id } = await call('transfer.begin', { size: file.size });
  for (let offset = 0; offset < file.size; offset += TRANSFER_CHUNK) {
    const bytes = new Uint8Array(await file.slice(offset, offset + TRANSFER_CHUNK).arrayBuffer());
    const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
    await call('transfer.write', { id, offset, data: btoa(text) });
    onProgress(Math.min(1, (offset + TRANSFER_CHUNK) / file.size));
  }
  return id;
}
