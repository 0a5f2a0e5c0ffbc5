import { describe, expect, it } from 'vitest';
import { RemotePages } from '#electron/backstage/backstageServer.ts';
import type { FromPages } from '#electron/backstage/messages.ts';
import { isPlatformUrl, mayPageRequest, platformUserAgent } from '#electron/windows/livePages.ts';
import type { Line } from '#shared/contract/connection.ts';

const WEB = 'https://www.tiktok.com';
const REHEARSAL = 'http://127.0.0.1:7000';

describe('window of a room page', () => {
  it('has the user agent of Chrome, which names neither Electron nor Ringside', () => {
    const own =
      'Mozilla/5.0 (X11) AppleWebKit/537.36 Ringside/1.2.0 Chrome/140.0.7339.133 Electron/38.1.0 Safari/537.36';
    expect(platformUserAgent(own)).toBe(
      'Mozilla/5.0 (X11) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
    );
  });

  it.each([
    [`${WEB}/@host/live`, true],
    ['https://tiktok.com/login', true],
    ['https://m.tiktok.com/login', true],
    ['http://www.tiktok.com/', false],
    ['https://tiktok.com.evil.example/', false],
    ['https://eviltiktok.com/', false],
    ['https://user:secret@www.tiktok.com/', false],
    ['file:///etc/passwd', false],
    ['app://ringside/tool', false],
    ['javascript:alert(1)', false],
    ['no address', false],
  ])('navigates only within the platform: %s', (url, may) => {
    expect(isPlatformUrl(url, WEB)).toBe(may);
  });

  it('stays at the port of a platform on this machine', () => {
    expect(isPlatformUrl(`${REHEARSAL}/@host/live`, REHEARSAL)).toBe(true);
    expect(isPlatformUrl('http://127.0.0.1:7001/', REHEARSAL)).toBe(false);
  });

  it.each([
    ['https://cdn.example/script.js', true],
    ['wss://webcast-ws.tiktok.com/webcast/im/', true],
    ['data:text/plain,x', true],
    ['http://127.0.0.1:4001/overlay/', false],
    ['http://localhost:4001/', false],
    ['http://[::1]:4001/', false],
    ['http://192.168.0.1/', false],
    ['http://169.254.169.254/latest/meta-data', false],
    ['file:///etc/passwd', false],
    ['app://ringside/tool', false],
  ])('requests nothing of this machine and its network: %s', (url, may) => {
    expect(mayPageRequest(url, [WEB])).toBe(may);
  });

  it('requests a platform on this machine, but no other port of it', () => {
    expect(mayPageRequest('ws://webcast-ws.localhost:7000/webcast/im/', [REHEARSAL])).toBe(true);
    expect(mayPageRequest('http://127.0.0.1:4001/', [REHEARSAL])).toBe(false);
  });
});

const line: Line = {
  id: 'line1',
  kind: 'page',
  webUrl: WEB,
  wsUrl: 'wss://webcast-ws.tiktok.com',
  signUrl: '',
  signKey: '',
  relayUrl: '',
};

async function openPage() {
  const sent: FromPages[] = [];
  const pages = new RemotePages((message) => sent.push(message));
  const opening = pages.open(line);
  pages.receive({ type: 'pageOpened', page: 1 });
  return { pages, sent, page: await opening };
}

describe('room pages in the backstage process', () => {
  it('confirm each event to the main process, even if its handling fails', async () => {
    const { pages, sent, page } = await openPage();
    page.devtools.onEvent(() => {
      throw new Error('broken');
    });
    const event = { type: 'pageEvent', page: 1, method: 'Network.webSocketClosed', parameters: {} } as const;
    expect(() => pages.receive({ ...event, size: 40 })).toThrow('broken');
    expect(sent.at(-1)).toEqual({ type: 'pageTaken', page: 1, size: 40 });
  });

  it('send only commands of the table', async () => {
    const { sent, page } = await openPage();
    await expect(page.devtools.send('Network.getAllCookies')).rejects.toThrow('cannot be sent');
    expect(sent.map(({ type }) => type)).toEqual(['pageOpen']);
  });

  it('reject pending commands and report once that the page is gone', async () => {
    const { pages, page } = await openPage();
    let gone = 0;
    page.onGone(() => {
      gone += 1;
    });
    const answer = page.devtools.send('Network.enable');
    pages.receive({ type: 'pageGone', page: 1 });
    pages.receive({ type: 'pageGone', page: 1 });
    await expect(answer).rejects.toThrow('gone');
    expect(gone).toBe(1);
  });

  it('reject the opening of a page whose window cannot be opened', async () => {
    const pages = new RemotePages(() => {});
    const opening = pages.open(line);
    pages.receive({ type: 'pageGone', page: 1 });
    await expect(opening).rejects.toMatchObject({ problem: { code: 'page.crashed' } });
  });
});
