import { syncBuiltinESMExports } from 'node:module';
import tls, { type ConnectionOptions } from 'node:tls';

/**
 * A public address that stands for the internet: servers send webhooks to public addresses only. Preloaded into a
 * server of the long show, this module leads TLS connections to that address to this machine.
 */
export const PUBLIC_ADDRESS = '93.184.215.14';

const { connect } = tls;
Object.assign(tls, {
  connect: (options: ConnectionOptions) =>
    connect(options.host === PUBLIC_ADDRESS ? { ...options, host: '127.0.0.1' } : options),
});
syncBuiltinESMExports();
