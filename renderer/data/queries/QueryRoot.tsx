import { MutationCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { RingsideError } from '#shared/contract/error.ts';
import { AbortedCall, ApiError, TransportError } from '../api/apiError.ts';
import { usePage } from '../hooks.ts';
import type { PageParts } from '../page.ts';
import type { SessionStore } from '../session/sessionStore.ts';

const clients = new WeakMap<PageParts, QueryClient>();

/** Provides the page's query client, which the first QueryRoot creates: the home page opens without the library. */
export function QueryRoot({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={clientOf(usePage())}>{children}</QueryClientProvider>;
}

function clientOf(page: PageParts): QueryClient {
  const client = clients.get(page) ?? createQueryClient(page.session.store);
  clients.set(page, client);
  return client;
}

/** Creates the cache of responses. A change of account removes every response from it. */
export function createQueryClient(session: SessionStore): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        // The `/api` client retries by itself, and a server on this device needs no network.
        retry: false,
        networkMode: 'always',
        refetchOnWindowFocus: false,
      },
      mutations: { networkMode: 'always' },
    },
    mutationCache: new MutationCache({
      onError: (error) => {
        if (!isExpected(error)) reportError(error);
      },
    }),
  });
  session.subscribe((next, before) => {
    if (next.token === before.token) return;
    // Without a token, what is on screen cannot load again: it is removed when the next account signs in.
    if (next.token === null) client.removeQueries({ type: 'inactive' });
    else void client.resetQueries();
  });
  return client;
}

/** True for a failed call, which is shown to the user; false for a defect of the page. */
function isExpected(error: unknown): boolean {
  return [ApiError, TransportError, AbortedCall, RingsideError].some((kind) => error instanceof kind);
}
