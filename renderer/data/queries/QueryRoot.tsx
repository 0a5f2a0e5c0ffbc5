import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { usePage } from '../hooks.ts';
import type { PageParts } from '../page.ts';
import { createQueryClient } from './queryClient.ts';

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
