import type { IncomingMessage } from 'node:http';

/** What is needed to tell where a request comes from. */
export type Sender = Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } };

/** True when whoever asks sits at this machine. A proxy on it names those for whom it asks. */
export function comesFromThisMachine({ headers, socket }: Sender): boolean {
  const forwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => name in headers);
  return !forwarded && /^(?:::1|(?:::ffff:)?127(?:\.\d{1,3}){3})$/.test(socket.remoteAddress ?? '');
}
