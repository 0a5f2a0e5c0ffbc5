import './styles/base.css';
import './styles/parts.css';
import './styles/themes.css';
import { z } from 'zod';
import { connectSocket } from './client/wire.ts';
import { type Address, parseAddress } from './page/address.ts';
import { createPageFrame } from './page/pageFrame.ts';
import { createSession } from './page/session.ts';
import { createSign } from './page/sign.ts';
import { element } from './parts/element.ts';
import type { SampleHub } from './sample/sampleHub.ts';

// A page of a hub may not build code from text, which zod would try to be faster.
z.config({ jitless: true });

const { documentElement: root, body } = document;
const host = element('main', 'host');
body.append(element('div', 'area', host));
const session = createSession(createPageFrame(root, body, host), createSign(body));

let shown: Address = { kind: 'none' };
let sample: SampleHub | null = null;

/** Follows the address: an editor changes the options of the sample there, without a reload. */
async function follow(): Promise<void> {
  const before = shown;
  const address = parseAddress(window.location.hash);
  shown = address;
  if (address.kind === 'token') {
    if (before.kind === 'token' && before.token === address.token) return;
    sample = null;
    const url = new URL('socket', window.location.href);
    url.protocol = url.protocol.replace('http', 'ws');
    url.hash = '';
    session.connect(connectSocket(url.href), address.token);
  } else if (address.kind === 'sample') {
    if (sample?.follow(address) === true) return;
    const { createSampleHub } = await import('./sample/sampleHub.ts');
    if (shown !== address) return;
    sample = createSampleHub(address);
    session.connect(sample.connect, 'sample', sample.still);
  } else {
    sample = null;
    session.nothing();
  }
}

window.addEventListener('hashchange', () => void follow());
window.addEventListener('online', () => session.retryNow());
await follow();
