import { useEffect, useState } from 'react';
import { RELEASES_PATH, type ReleaseFile, releaseListSchema } from '#shared/contract/releases.ts';

/** The files of the newest release of each system that this server has; null until it has told. */
export function useReleases(wanted: boolean): ReleaseFile[] | null {
  const [files, set] = useState<ReleaseFile[] | null>(null);
  useEffect(() => {
    if (!wanted) return;
    const abort = new AbortController();
    ask(abort.signal).then(set, () => undefined);
    return () => abort.abort();
  }, [wanted]);
  return files;
}

async function ask(signal: AbortSignal): Promise<ReleaseFile[]> {
  const answer = await fetch(RELEASES_PATH, { signal });
  const list = releaseListSchema.safeParse(await answer.json());
  return list.success ? newestOfEach(list.data.data) : [];
}

/** What a visitor may want of a list that begins with the newest: a zip is for updaters alone. */
export function newestOfEach(files: readonly ReleaseFile[]): ReleaseFile[] {
  const newest = new Map<string, string>();
  for (const { system, version } of files) if (!newest.has(system)) newest.set(system, version);
  return files.filter(({ system, version, kind }) => newest.get(system) === version && kind !== 'zip');
}
