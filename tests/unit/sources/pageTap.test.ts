import { describe, expect, it } from 'vitest';
import { isRoomPage, PageTap } from '#backstage/sources/page/tap.ts';
import { isPlatformPage, roomSockets } from '#backstage/sources/wire.ts';
import type { SocketEnd } from '#shared/live/source.ts';

const URL_OF_ROOM = 'https://www.tiktok.com/@mika/live';
const ROOM = '7300000000000000001';
const SOCKET = `wss://webcast-ws.us.tiktok.com/webcast/im/ws_proxy/from_preview/?room_id=${ROOM}`;

function tapped(roomId = ROOM) {
  let floods = 0;
  const onFlood = (): void => {
    floods += 1;
  };
  const tap = new PageTap({ url: URL_OF_ROOM, roomId, onFlood });
  const heard: string[] = [];
  const ends: SocketEnd[] = [];
  const reader = {
    onOpen: () => heard.push('open'),
    onFrame: (bytes: Uint8Array) => heard.push(new TextDecoder().decode(bytes)),
    onResumed: () => heard.push('resumed'),
    onEnd: (end: SocketEnd) => ends.push(end),
  };
  const navigate = (url: string, parentId?: string) =>
    tap.event('Page.frameNavigated', {
      frame: { id: parentId === undefined ? 'main' : 'other', url, parentId },
    });
  const move = (url: string, frameId = 'main') => tap.event('Page.navigatedWithinDocument', { frameId, url });
  const create = (requestId: string, url = SOCKET) =>
    tap.event('Network.webSocketCreated', { requestId, url });
  const frame = (requestId: string, text: string, opcode = 2) =>
    tap.event('Network.webSocketFrameReceived', {
      requestId,
      response: { opcode, payloadData: Buffer.from(text).toString('base64') },
    });
  const close = (requestId: string) => tap.event('Network.webSocketClosed', { requestId });
  const settled = () => Promise.resolve();
  return {
    tap,
    heard,
    ends,
    reader,
    navigate,
    move,
    create,
    frame,
    close,
    settled,
    get floods() {
      return floods;
    },
  };
}

describe('page tap', () => {
  it('delivers the frames of the room, but no frames of other sockets and no text frames', async () => {
    const { tap, heard, reader, navigate, create, frame, settled } = tapped();
    tap.read(reader);
    navigate(URL_OF_ROOM);
    create('room');
    create('inbox', 'wss://im-ws.tiktok.com/ws/v2');
    create('stranger', SOCKET.replace(ROOM, '7300000000000000002'));
    frame('room', 'a');
    frame('inbox', 'b');
    frame('stranger', 'c');
    frame('never created', 'd');
    frame('room', 'e', 1);
    frame('room', 'f');
    await settled();
    expect(heard).toEqual(['open', 'a', 'f']);
  });

  it('keeps the frames of a room whose id is unknown until it learns the id', async () => {
    const { tap, heard, reader, navigate, create, frame, settled } = tapped('');
    const other = '7300000000000000002';
    tap.read(reader);
    navigate(URL_OF_ROOM);
    create('room');
    expect(tap.roomOfSockets).toBe(ROOM);
    frame('room', 'a');
    await settled();
    expect(heard).toEqual([]);
    create('stranger', SOCKET.replace(ROOM, other));
    expect(tap.roomOfSockets).toBe('');
    tap.learn(ROOM);
    frame('stranger', 'b');
    frame('room', 'c');
    await settled();
    await settled();
    expect(heard).toEqual(['open', 'a', 'c']);
  });

  it('ends the connection when the page navigates, and takes no frames until it is back', async () => {
    const { tap, heard, ends, reader, navigate, move, create, frame, settled } = tapped();
    tap.read(reader);
    navigate(URL_OF_ROOM);
    create('room');
    frame('room', 'first');
    move('https://www.tiktok.com/@mika/live?enter_from=feed');
    move('https://www.tiktok.com/@aya/live', 'an ad');
    await settled();
    expect(ends).toEqual([]);
    move('https://www.tiktok.com/@aya/live');
    frame('room', 'lost');
    expect(ends).toMatchObject([{ kind: 'closed' }]);
    move(URL_OF_ROOM);
    tap.read(reader);
    frame('room', 'heard');
    await settled();
    expect(heard).toEqual(['open', 'first', 'open', 'heard']);
  });

  it('keeps frames for the next connection, because the page has acknowledged them already', async () => {
    const { tap, heard, ends, reader, navigate, create, frame, close, settled } = tapped();
    tap.read(reader);
    navigate(URL_OF_ROOM);
    create('first');
    frame('first', 'a');
    await settled();
    close('first');
    expect(ends).toHaveLength(1);
    create('second');
    frame('second', 'b');
    tap.read(reader);
    frame('second', 'c');
    await settled();
    expect(heard).toEqual(['open', 'a', 'open', 'b', 'c']);
  });

  it('reports that the page has replaced its socket, so that the history of the new one counts', async () => {
    const { tap, heard, reader, navigate, create, frame, settled } = tapped();
    tap.read(reader);
    navigate(URL_OF_ROOM);
    create('first');
    frame('first', 'a');
    await settled();
    create('second');
    frame('first', 'b');
    await settled();
    frame('second', 'c');
    frame('second', 'd');
    await settled();
    expect(heard).toEqual(['open', 'a', 'b', 'resumed', 'c', 'd']);
  });

  it('ends the connection when the page loads itself again, and reads on from its new socket', async () => {
    const { tap, heard, ends, reader, navigate, create, frame, settled } = tapped();
    tap.read(reader);
    navigate(URL_OF_ROOM);
    create('first');
    frame('first', 'a');
    await settled();
    navigate(URL_OF_ROOM);
    expect(ends).toMatchObject([{ kind: 'closed', reason: 'the page was loaded again' }]);
    tap.read(reader);
    create('second');
    frame('second', 'b');
    await settled();
    expect(heard).toEqual(['open', 'a', 'open', 'b']);
  });

  it('is not connected while the platform refuses the page its socket', async () => {
    const { tap, heard, ends, reader, navigate, create, frame, close, settled } = tapped();
    tap.read(reader);
    navigate(URL_OF_ROOM);
    for (const socket of ['first', 'second']) {
      create(socket);
      close(socket);
    }
    await settled();
    expect([tap.isConnected, tap.wasConnected, heard, ends]).toEqual([false, false, [], []]);
    create('third');
    frame('third', 'a');
    await settled();
    expect(heard).toEqual(['open', 'a']);
  });

  it('keeps the frames of a paused reader in order, at most 16 MiB of them', async () => {
    const all = tapped();
    const { tap, heard, ends, reader, navigate, create, frame, settled } = all;
    const slow = {
      ...reader,
      onFrame: (bytes: Uint8Array) => {
        reader.onFrame(bytes);
        if (heard.at(-1) === 'a') tap.pause(slow);
      },
    };
    navigate(URL_OF_ROOM);
    create('room');
    for (const text of ['a', 'b']) frame('room', text);
    tap.read(slow);
    frame('room', 'c');
    await settled();
    frame('room', 'd');
    await settled();
    expect(heard).toEqual(['open', 'a']);
    tap.resume(slow);
    await settled();
    expect(heard).toEqual(['open', 'a', 'b', 'c', 'd']);

    tap.pause(slow);
    for (let megabytes = 0; megabytes < 18; megabytes += 3) frame('room', 'x'.repeat(3_000_000));
    expect(ends).toEqual([{ kind: 'barred', problem: { code: 'page.tooMuch' } }]);
    expect(all.floods).toBe(1);
  });

  it.each(['inbox', 'never created'])('ends the connection when other sockets flood it: %s', (socket) => {
    const all = tapped();
    const { tap, ends, reader, navigate, create, frame } = all;
    tap.read(reader);
    navigate(URL_OF_ROOM);
    create('inbox', 'wss://im-ws.tiktok.com/ws/v2');
    const flood = 'x'.repeat(6_000_000);
    for (let frames = 0; frames < 10; frames += 1) frame(socket, flood);
    expect(ends).toEqual([{ kind: 'barred', problem: { code: 'page.tooMuch' } }]);
    expect(all.floods).toBeGreaterThan(0);
  });

  it('drops the sockets of a document that was left', () => {
    const { tap, navigate, create, frame } = tapped();
    navigate(URL_OF_ROOM);
    create('room');
    frame('room', 'a');
    expect(tap.isConnected).toBe(true);
    navigate('about:blank', 'main');
    expect(tap.isConnected).toBe(true);
    navigate(URL_OF_ROOM);
    expect(tap.isConnected).toBe(false);
  });

  it('ends the connection for a frame above 8 MiB, and ignores events of another shape', () => {
    const { tap, ends, reader, navigate, create } = tapped();
    tap.read(reader);
    navigate(URL_OF_ROOM);
    create('room');
    for (const parameters of [null, {}, { requestId: 1 }, { requestId: 'room', response: {} }]) {
      for (const method of ['Network.webSocketCreated', 'Network.webSocketFrameReceived']) {
        tap.event(method, parameters);
      }
    }
    expect(ends).toEqual([]);
    const response = { opcode: 2, payloadData: 'A'.repeat(12_000_000) };
    tap.event('Network.webSocketFrameReceived', { requestId: 'room', response });
    expect(ends).toMatchObject([{ kind: 'closed', reason: 'frame too large' }]);
  });
});

describe('room socket', () => {
  const web = 'https://www.tiktok.com';
  it.each([
    ['webcast-ws.tiktok.com', true],
    ['webcast-ws.eu.tiktok.com', true],
    ['webcast16-ws-alisg.tiktok.com', true],
    ['im-ws.tiktok.com', false],
    ['webcast.tiktok.com', false],
    ['webcast-ws.tiktok.com.evil.test', false],
    ['webcast-ws.eviltiktok.com', false],
    ['webcast-ws.localhost', false],
  ])('%s: %s', (host, is) => {
    expect(roomSockets.isHost(host, web)).toBe(is);
  });

  it('belongs to this machine in a rehearsal', () => {
    expect(roomSockets.isHost('webcast-ws.localhost', 'http://127.0.0.1:7000')).toBe(true);
    expect(roomSockets.isHost('im-ws.localhost', 'http://127.0.0.1:7000')).toBe(false);
  });
});

describe('address of the platform', () => {
  it.each([
    ['https://www.tiktok.com/login', true],
    ['https://tiktok.com/', true],
    ['https://live.tiktok.com/', true],
    ['http://www.tiktok.com/', false],
    ['https://www.tiktok.com:8443/', false],
    ['https://tiktok.com.evil.test/', false],
    ['https://eviltiktok.com/', false],
    ['file:///etc/passwd', false],
    ['nothing', false],
  ])('%s: %s', (url, is) => {
    expect(isPlatformPage(url, URL_OF_ROOM)).toBe(is);
  });
});

describe('room address', () => {
  it.each([
    ['https://www.tiktok.com/@Mika/live/?lang=en', true],
    ['https://www.tiktok.com/%40mika/live', true],
    ['https://www.tiktok.com/@aya/live', false],
    ['https://www.tiktok.com/@mika', false],
    ['https://evil.test/@mika/live', false],
    ['about:blank', false],
    ['https://www.tiktok.com/%/live', false],
  ])('%s: %s', (url, is) => {
    expect(isRoomPage(url, URL_OF_ROOM)).toBe(is);
  });
});
