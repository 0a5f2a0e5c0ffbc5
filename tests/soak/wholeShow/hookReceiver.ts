import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type HookBody, hookBodySchema } from '#shared/contract/webhooks.ts';
import { PUBLIC_ADDRESS } from './publicAddress.ts';

const tlsFolder = join(import.meta.dirname, '..', '..', 'electron', 'tls');
/** The certificate of the receiver, which servers have to trust. */
export const CERTIFICATE = join(tlsFolder, 'certificate.pem');
/** Standard Webhooks recommends to refuse older requests (s). */
const TOLERANCE_S = 300;

/** A program of the host that receives webhooks: it verifies each signature and keeps each event by its id. */
export class HookReceiver {
  secret = '';
  readonly events = new Map<string, HookBody>();
  /** What is wrong with requests. */
  readonly complaints: string[] = [];
  #server: Server | null = null;
  #port = 0;

  get address(): string {
    return `https://${PUBLIC_ADDRESS}:${this.#port}/hook`;
  }

  /** Listens, on the same port as before. */
  async comeBack(): Promise<void> {
    const options = { cert: readFileSync(CERTIFICATE), key: readFileSync(join(tlsFolder, 'key.pem')) };
    const server = createServer(options, (request, response) => {
      void text(request).then(
        (body) => {
          const isTaken = this.#take(request.headers, body);
          response.writeHead(isTaken ? 204 : 401).end();
        },
        () => response.destroy(),
      );
    });
    server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  goAway(): void {
    this.#server?.close();
    this.#server?.closeAllConnections();
    this.#server = null;
  }

  #take(headers: NodeJS.Dict<string | string[]>, body: string): boolean {
    const id = String(headers['webhook-id']);
    const timestamp = String(headers['webhook-timestamp']);
    const key = Buffer.from(this.secret.slice('whsec_'.length), 'base64');
    const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
    const isSigned = String(headers['webhook-signature']).split(' ').includes(`v1,${signature}`);
    const isNew = Math.abs(Date.now() / 1000 - Number(timestamp)) < TOLERANCE_S;
    if (!isSigned || !isNew) {
      this.complaints.push(`${id} ${isSigned ? 'is old' : 'has a wrong signature'}`);
      return false;
    }
    const event = hookBodySchema.parse(JSON.parse(body));
    const before = this.events.get(id);
    if (before !== undefined && JSON.stringify(before) !== JSON.stringify(event))
      this.complaints.push(`${id} came twice with different contents`);
    this.events.set(id, event);
    return true;
  }
}
