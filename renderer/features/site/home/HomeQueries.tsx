import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { DataOf } from '#renderer/data/api/client.ts';
import { useApiQuery } from '#renderer/data/queries/apiQueries.ts';
import { QueryRoot } from '#renderer/data/queries/QueryRoot.tsx';
import { statisticsCalls } from '#shared/contract/api/site.ts';
import {
  RELEASES_PATH,
  type ReleaseFile,
  releaseListSchema,
  versionCalls,
} from '#shared/contract/api/version.ts';

import { newestOfEach } from './downloads.ts';

/** The server's data on the home page. */
export interface HomeData {
  figures?: DataOf<typeof statisticsCalls.everyone>;
  releases?: readonly ReleaseFile[];
  versions?: DataOf<typeof versionCalls.latest>;
}

export interface HomeQueriesProps {
  onChange(data: HomeData): void;
}

const POLL_EVERY_MS = 60_000;

/** Loads the home page's data. Draws nothing, so that the page can be drawn before the query library is loaded. */
export default function HomeQueries(props: HomeQueriesProps) {
  return (
    <QueryRoot>
      <Queries {...props} />
    </QueryRoot>
  );
}

function Queries({ onChange }: HomeQueriesProps) {
  const figures = useApiQuery(statisticsCalls.everyone, {}, { quiet: true, pollEvery: POLL_EVERY_MS }).data;
  const versions = useApiQuery(versionCalls.latest, {}, { quiet: true }).data;
  const { data: releases } = useQuery({
    queryKey: ['releases'],
    queryFn: ({ signal }) => readReleases(signal),
  });
  useEffect(() => onChange({ figures, releases, versions }), [onChange, figures, releases, versions]);
  return null;
}

async function readReleases(signal: AbortSignal): Promise<ReleaseFile[]> {
  const response = await fetch(RELEASES_PATH, { signal });
  const list = releaseListSchema.safeParse(await response.json());
  return list.success ? newestOfEach(list.data.data) : [];
}
