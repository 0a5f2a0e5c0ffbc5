import { RingsideError } from '#shared/contract/error.ts';
import { type HostPack, hostPackLimits, PACK_CHUNK } from '#shared/contract/overlay/hostPack.ts';
import { type PackFills, packName } from '#shared/contract/overlay/pack.ts';
import { isPackId } from '#shared/contract/rules.ts';
import type { PackSounds } from '#shared/sound/packSounds.ts';
import { useRingside, useSettings, useVanillaStore } from './hooks.ts';
import { base64Parts } from './parts.ts';
import type { Ringside } from './ringside.ts';

const none: readonly HostPack[] = [];

/** Returns the host's effect packs. */
export function useHostPacks(): readonly HostPack[] {
  return useVanillaStore(useRingside().packs, ({ packs }) => packs) ?? none;
}

/** Returns a function that names the packs which fill something. A chosen pack that is not there is named by `gone`. */
export function usePackOptions(): (
  fills: PackFills | undefined,
  chosen: string,
  gone: string,
) => { value: string; label: string }[] {
  const packs = useHostPacks();
  const language = useSettings((state) => state.language);
  return (fills, chosen, gone) => {
    if (fills === undefined) return [];
    const options = packs
      .filter((pack) => pack.fills === fills)
      .map((pack) => ({ value: pack.id, label: packName(pack, language) }));
    const isKnown = !isPackId(chosen) || options.some(({ value }) => value === chosen);
    return isKnown ? options : [...options, { value: chosen, label: gone }];
  };
}

/** Merges the sounds of chosen packs. Those of the first choice come before the others. */
export function soundsOfPacks(packs: readonly HostPack[], choices: readonly string[]): PackSounds {
  const chosen = choices.flatMap((choice) => packs.find(({ id }) => id === choice) ?? []);
  return Object.assign({}, ...chosen.map(({ sounds }) => sounds).reverse());
}

/** Sends a zip file with a pack in parts. @throws RingsideError `pack.tooLarge` and what the backstage throws. */
export async function uploadPack(file: Blob, call: Ringside['call']): Promise<HostPack> {
  // Do not read a file that would be refused.
  const { zipBytes } = hostPackLimits;
  if (file.size > zipBytes) throw new RingsideError('pack.tooLarge', { limit: zipBytes / 1024 ** 2 });
  const bytes = new Uint8Array(await file.arrayBuffer());
  let id = '';
  for (const { offset, data } of base64Parts(bytes, PACK_CHUNK)) {
    const answer = await call('packs.put', { id, size: bytes.length, offset, data });
    if (answer.pack !== null) return answer.pack;
    id = answer.id;
  }
  throw new RingsideError('pack.zip');
}
