import './styles/base.css';
import './styles/ui.css';
import './styles/themes.css';
import { z } from 'zod';
import { connectSocket } from './client/hubSocket.ts';
import { type Address, parseAddress, roleOf } from './page/address.ts';
import { createPageFrame } from './page/pageFrame.ts';
import { createSession } from './page/pageSession.ts';
import type { SampleHub } from './sample/sampleHub.ts';
import { element } from './ui/element.ts';

// Disable zod's code generation: the page's content security policy forbids it.
z.config({ jitless: true });

const { documentElement: root, body } = document;
const host = element('main', 'host');
body.append(element('div', 'area', host));
const session = createSession(createPageFrame(root, body, host, roleOf(window.location.search)), body);

let shown: Address = { kind: 'none' };
let sample: SampleHub | null = null;

/**
 * Connects to the hub or sample show that the URL names. An editor changes the sample's options in the URL, without a
 * reload.
 */
async function followAddress(): Promise<void> {
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
    if (sample?.setAddress(address) === true) return;
    const { createSampleHub } = await import('./sample/sampleHub.ts');
    if (shown !== address) return;
    sample = createSampleHub(address);
    session.connect(sample.connect, 'sample', sample.still);
  } else {
    sample = null;
    session.showInvalidAddress();
  }
}

window.addEventListener('hashchange', () => void followAddress());
window.addEventListener('online', () => session.retryNow());
await followAddress();
