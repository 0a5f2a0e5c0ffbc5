import type pg from 'pg';

interface Lease {
  client: Promise<pg.PoolClient>;
  isOpen: boolean;
  users: number;
}

const ignore = () => undefined;

/**
 * Lets queries that stand alone be under way together on the one client of a pool, whose `pipeline` is on. Each of them
 * is a transaction of its own, and they are answered in turn; but none waits until the answer of the one before has
 * come through a server that is busy with shows.
 *
 * Whoever takes the client for a transaction (`pool.connect`) has it alone: it is given when what is under way has been
 * answered, and what comes after that waits behind it.
 */
export function shareClient(pool: pg.Pool): void {
  let current: Lease | null = null;

  const join = (): Lease => {
    const isWanted = pool.waitingCount > 0;
    if (current !== null && !(current.isOpen && isWanted)) return current;
    const made: Lease = { client: pool.connect(), isOpen: false, users: 0 };
    made.client.then((client) => {
      made.isOpen = true;
      // Those whose query it is hear of it; nobody else does.
      client.on('error', ignore);
    }, ignore);
    current = made;
    return made;
  };

  const leave = (lease: Lease) => {
    lease.users -= 1;
    if (lease.users > 0) return;
    if (current === lease) current = null;
    lease.client.then((client) => {
      client.off('error', ignore);
      client.release();
    }, ignore);
  };

  const query = async (...asked: unknown[]): Promise<unknown> => {
    const lease = join();
    lease.users += 1;
    try {
      const client = await lease.client;
      return await Reflect.apply(client.query, client, asked);
    } finally {
      leave(lease);
    }
  };
  Object.assign(pool, { query });
}
