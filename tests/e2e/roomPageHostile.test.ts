import { rmSync } from 'node:fs';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { PageBehaviour } from '#tests/simulator/roomPage.ts';
import { forms } from '#tests/support/forms.ts';
import type { OnAir } from '#tests/support/onAir.ts';
import { temporaryFolder } from '#tests/support/ringside.ts';
import { displayVariables, RoomPageWindow } from '#tests/support/roomPageWindow.ts';

const HOST = 'host.of.the.show';
const ROSE = 5655;
let show: OnAir;
const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs in the page: everything that a hostile page may try, and every way to the server at `own`. */
const attack = (own: string, calls: readonly string[]) => `(() => {
  const own = ${JSON.stringify(own)};
  const calls = ${JSON.stringify(calls)};
  window.opened = [];
  setTimeout(() => {
    setTimeout(() => { window.hasRun = true; }, 50);
    navigator.serviceWorker?.register('/sw.js').catch(() => {});
    navigator.sendBeacon(own + '/api/preset/save', calls[0]);
    for (const path of ['/', '/api/health', '/api/preset/save', '/phone/pair', '/overlay/?t=x']) {
      for (const mode of ['no-cors', 'cors']) {
        fetch(own + path, { method: 'POST', mode, credentials: 'include', body: calls[0] }).catch(() => {});
        fetch(own + path, { mode, credentials: 'include' })
          .then((answer) => mode === 'cors' && window.opened.push(path)).catch(() => {});
      }
    }
    for (const path of ['/backstage', '/overlay', '/phone']) {
      const socket = new WebSocket(own.replace('http', 'ws') + path, ['ringside']);
      socket.onopen = () => {
        window.opened.push(path);
        for (const call of calls) socket.send(call);
      };
    }
    const form = Object.assign(document.createElement('form'), { method: 'post', action: own + '/api/preset/save', target: 'frame' });
    const frame = Object.assign(document.createElement('iframe'), { name: 'frame', src: own });
    document.body.append(frame, form);
    form.submit();
    window.open('/@stranger/live');
    window.open(own);
    window.open('about:blank', '_blank', 'noopener');
    const link = document.createElement('a');
    Object.assign(link, { href: URL.createObjectURL(new Blob(['x'])), download: 'x.exe' }).click();
    location.href = 'file:///etc/passwd';
    location.href = own;
    alert(1); confirm(2); prompt(3); print();
  }, 500);
})()`;

// In both forms, because the room page is a window of the app or of a browser of its own.
describe.each(forms)('hostile room page, $name', (form) => {
  afterEach(() => show.close());

  it('cannot open windows or use Ringside’s port, and does not disturb the show', async () => {
    let behaviour: PageBehaviour = {};
    const options = {
      username: HOST,
      script: 'empty',
      faults: 'direct-refused',
      roomPage: () => behaviour,
    } as const;
    show = await form.goOnAir(options, displayVariables(folder));
    const tool = await show.open();
    const { link } = await show.call('overlay.create', { kind: 'totalVotes', name: 'Votes' });
    const links = async () => (await show.call('overlay.list', {})).links;
    await expect.poll(async () => (await links())[0]?.url ?? '').not.toBe('');
    const before = await links();
    const own = new URL(before[0]?.url ?? '').origin;
    const calls = [
      { call: 'session.act', args: { action: 'end' } },
      { call: 'overlay.delete', args: { id: link.id } },
      { call: 'room.close', args: {} },
    ].map((call, id) => JSON.stringify({ id, ...call }));
    behaviour = { script: attack(own, calls) };
    await show.prepare(HOST);
    await show.call('session.act', { action: 'start' });
    const presets = await show.call('presets.list', {});

    const person = await RoomPageWindow.find(show, `/@${HOST}/live`);
    // A busy machine needs a second for each window that the page opens.
    await expect.poll(() => person.page.evaluate('window.hasRun'), { timeout: 60_000 }).toBe(true);
    expect(await person.page.evaluate('window.opened')).toEqual([]);
    expect(new URL(person.page.url()).pathname).toBe(`/@${HOST}/live`);
    show.simulator.sendGift({ viewer: 'Mika', gift: ROSE, count: 3 });
    await tool.page.locator('[data-row]', { hasText: 'Mika' }).waitFor();
    const { rows } = await show.call('ledger.page', { filter: {}, limit: 10 });
    expect(rows).toMatchObject([{ viewerName: 'Mika', count: 3 }]);
    expect(await show.call('presets.list', {})).toEqual(presets);
    expect(await links()).toEqual(before);
    const addresses = person.page
      .context()
      .pages()
      .map((page) => page.url());
    expect(addresses.filter((address) => /stranger|passwd/.test(address))).toEqual([]);
    await person.leave();
    expect(tool.complaints).toEqual([]);
  });
});
