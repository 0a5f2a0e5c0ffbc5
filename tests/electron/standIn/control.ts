import { EventEmitter } from 'node:events';
import { type Note, type Order, orderSchema } from '../orders.ts';

const orders = new EventEmitter().setMaxListeners(0);

export const isControlled = process.send !== undefined;

/** Sends a note to the test, if a test started this process. */
export function note(content: Note): void {
  process.send?.(content, undefined, undefined, () => undefined);
}

export function onOrder<K extends Order['order']>(
  kind: K,
  handler: (order: Extract<Order, { order: K }>) => void,
): void {
  orders.on(kind, handler);
}

if (isControlled) {
  process.on('message', (raw) => {
    const order = orderSchema.parse(raw);
    orders.emit(order.order, order);
  });
  // Exit with the test.
  process.on('disconnect', () => process.exit(1));
}
