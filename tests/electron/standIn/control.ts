import { type Note, type Order, orderSchema } from '../orders.ts';

const handlers = new Map<Order['order'], (order: Order) => void>();

/** Tells the test; nothing happens when no test started this process. */
export function note(content: Note): void {
  process.send?.(content);
}

export const isControlled = process.send !== undefined;

export function onOrder<K extends Order['order']>(
  kind: K,
  handler: (order: Extract<Order, { order: K }>) => void,
): void {
  handlers.set(kind, (order) => {
    if (isKind(order, kind)) handler(order);
  });
}

if (isControlled) {
  process.on('message', (raw) => {
    const order = orderSchema.parse(raw);
    handlers.get(order.order)?.(order);
  });
  // The test may be gone before the app is: its channel must not keep the app alive.
  process.channel?.unref();
}

function isKind<K extends Order['order']>(order: Order, kind: K): order is Extract<Order, { order: K }> {
  return order.order === kind;
}
