import { useQuery } from '@tanstack/react-query';
import { useConnection, useRingside } from '../hooks.ts';

/** Loads an anchor's picture by id. Returns its `data:` URL; '' while it loads or if it does not exist. */
export function usePicture(id: string): string {
  const { call } = useRingside();
  const isOpen = useConnection(({ link }) => link.phase === 'open');
  const { data = '' } = useQuery({
    queryKey: ['pictures', id],
    queryFn: async () => (await call('pictures.read', { pictures: [id] })).pictures[0]?.data ?? '',
    // Without a link the call would fail; the picture loads when the link is open again.
    enabled: id !== '' && isOpen,
    // The id is the hash of the picture, which never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}
