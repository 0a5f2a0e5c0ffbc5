/** The notices that a page can show instead of its room. */
const pageNotices = ['signIn', 'ageGate', 'captcha', 'region', 'unknownUser', 'notLive', 'ended'] as const;
export type PageNotice = (typeof pageNotices)[number];

/** How a room page differs from the page of a live room. */
export interface PageBehaviour {
  /** The page opens no socket of the room, as before the live begins. */
  opensNoSocket?: boolean;
  /** The notice instead of the room. A button on the page ends a sign-in, an age gate or a captcha. */
  shows?: PageNotice;
  /** The page opens its socket only after this time (ms). */
  opensAfter?: number;
  /** After this many frames, the page changes to the room of `stranger` without loading a new document. */
  wandersAfter?: number;
  /** After every this many frames, the page opens another socket of its room and then closes the previous one. */
  reconnectsAfter?: number;
  /** After this many frames, the page crashes. */
  crashesAfter?: number;
  /** Script that runs in the page before its own. */
  script?: string;
}

/** A room to which a page can change by itself. */
interface Stranger {
  username: string;
  roomId: string;
}

interface RoomPage {
  roomId: string;
  owner: { id: string; username: string };
  stranger: Stranger;
  /** Host and port of the platform. */
  host: string;
  /** The visitor's cookie, sent in socket URLs: a page on this machine cannot set it for the socket hosts. */
  ttwid: string;
  behaviour: PageBehaviour;
}

/**
 * The platform's own page of a room. Like the real one it opens the room's socket and others, sends heartbeats, enters
 * the room, acknowledges each frame, and opens a lost socket again.
 */
export function roomPage({ roomId, owner, stranger, host, ttwid, behaviour }: RoomPage): string {
  const port = host.split(':')[1] ?? '';
  const { shows, script = '', ...rest } = behaviour;
  const settings = JSON.stringify({
    room: { id: roomId, socket: socketOf(roomId, port, ttwid) },
    stranger: {
      id: stranger.roomId,
      socket: socketOf(stranger.roomId, port, ttwid),
      path: `/@${stranger.username}/live`,
    },
    inbox: `ws://im-ws.localhost:${port}/ws/v2?ttwid=${encodeURIComponent(ttwid)}`,
    behaviour: { ...rest, opensNoSocket: rest.opensNoSocket === true || shows !== undefined },
  }).replaceAll('<', '\\u003c');
  return `<!doctype html><meta charset="utf-8"><title>LIVE</title>
<div id="tiktok-live-main-container-id"></div>
<script id="SIGI_STATE" type="application/json">${JSON.stringify(stateOf(roomId, owner, shows))}</script>
${notices[shows ?? 'none'] ?? ''}
<script>${script}</script>
<script>(${client.toString()})(${settings}, history, document)</script>`;
}

function socketOf(roomId: string, port: string, ttwid: string): string {
  return `ws://webcast-ws.localhost:${port}/webcast/im/ws_proxy/ws_reuse_supplement/?room_id=${roomId}&compress=gzip&history_comment_count=6&ttwid=${encodeURIComponent(ttwid)}`;
}

/** The JSON state that the page embeds. */
function stateOf(
  roomId: string,
  { id, username }: RoomPage['owner'],
  shows: PageNotice | undefined,
): unknown {
  if (shows === 'unknownUser') return { LiveRoom: { statusCode: 10_221 } };
  const status = shows === 'ended' ? 4 : 2;
  const room = shows === 'notLive' ? { roomId: '', status: 0 } : { roomId, status };
  const user = { ...room, id, uniqueId: username };
  return { LiveRoom: { statusCode: 0, needLogin: false, liveRoomUserInfo: { user } } };
}

/** HTML of the notices that cover the room. */
const notices: Partial<Record<PageNotice | 'none', string>> = {
  captcha: '<div id="captcha-verify-container">Drag the slider <button id="go-on">Done</button></div>',
  ageGate: '<div data-e2e="age-gate">You must be 18 <button id="go-on">I am 18</button></div>',
};

/** The platform's sign-in page. Its button signs the visitor in and goes back to the room. */
export const signInPage = `<!doctype html><title>Log in</title><button id="go-on">Log in</button>
<script>document.querySelector('#go-on').onclick = () => {
  document.cookie = 'sessionid=rehearsal; path=/';
  location.href = new URLSearchParams(location.search).get('redirect_url');
}</script>`;

interface Settings {
  room: { id: string; socket: string };
  stranger: { id: string; socket: string; path: string };
  inbox: string;
  behaviour: PageBehaviour;
}

/** Injected into the page as source: uses only its arguments. */
function client(
  { room, stranger, inbox, behaviour }: Settings,
  history: { pushState(state: null, unused: string, url: string): void },
  document: {
    querySelector(selector: string): {
      onclick: (() => void) | null;
      parentElement: { remove(): void } | null;
    } | null;
  },
): void {
  const HEARTBEAT = 5000;
  const REOPEN = 300;
  const text = (value: string): number[] => [...new TextEncoder().encode(value)];
  const varint = (value: bigint): number[] => {
    const bytes: number[] = [];
    for (let rest = value; ; rest >>= 7n) {
      if (rest < 128n) return [...bytes, Number(rest)];
      bytes.push(Number(rest & 127n) | 128);
    }
  };
  const number = (field: number, value: bigint) => [...varint(BigInt(field * 8)), ...varint(value)];
  const bytesOf = (field: number, value: number[]) => [
    ...varint(BigInt(field * 8 + 2)),
    ...varint(BigInt(value.length)),
    ...value,
  ];
  const push = (type: string, payload: number[], logId?: bigint) =>
    new Uint8Array([
      ...(logId === undefined ? [] : number(2, logId)),
      ...bytesOf(6, text('pb')),
      ...bytesOf(7, text(type)),
      ...bytesOf(8, payload),
    ]);
  /** The fields of a message: numbers and bytes. Throws if it is broken. */
  const fields = (data: Uint8Array): Map<number, bigint | Uint8Array> => {
    const found = new Map<number, bigint | Uint8Array>();
    let at = 0;
    const next = (): bigint => {
      let value = 0n;
      for (let shift = 0n; shift < 70n; shift += 7n) {
        const byte = data[at++];
        if (byte === undefined) throw new Error('broken');
        value |= BigInt(byte & 127) << shift;
        if (byte < 128) return value;
      }
      throw new Error('broken');
    };
    while (at < data.length) {
      const tag = Number(next());
      if (tag % 8 === 0) found.set(tag >> 3, next());
      else if (tag % 8 === 2) {
        const length = Number(next());
        if (at + length > data.length) throw new Error('broken');
        found.set(tag >> 3, data.subarray(at, at + length));
        at += length;
      } else throw new Error('broken');
    }
    return found;
  };
  const unzip = async (data: Uint8Array<ArrayBuffer>): Promise<Uint8Array> => {
    if (data[0] !== 0x1f || data[1] !== 0x8b) return data;
    const stream = new Blob([data]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  };
  const { opensNoSocket = false, opensAfter = 0, wandersAfter, reconnectsAfter, crashesAfter } = behaviour;
  let current: WebSocket | undefined;
  let frames = 0;
  const misbehave = (): void => {
    frames += 1;
    // V8 ends the process for an array above its size limit.
    if (frames === crashesAfter) 'a'.repeat(2 ** 27 + 10).split('');
    if (frames === wandersAfter) {
      history.pushState(null, '', stranger.path);
      const left = current;
      open(stranger);
      left?.close();
    } else if (reconnectsAfter !== undefined && frames % reconnectsAfter === 0) open(room, current);
  };
  const acknowledge = async (socket: WebSocket, data: ArrayBuffer): Promise<void> => {
    const frame = fields(new Uint8Array(data));
    const payload = frame.get(8);
    const type = frame.get(7);
    if (!(payload instanceof Uint8Array) || !(type instanceof Uint8Array)) return;
    if (new TextDecoder().decode(type) !== 'msg') return;
    const result = fields(await unzip(new Uint8Array(payload)));
    const ext = result.get(5);
    const logId = frame.get(2);
    if (result.get(9) === 1n && ext instanceof Uint8Array && typeof logId === 'bigint') {
      socket.send(push('ack', [...ext], logId));
    }
    if (socket === current) misbehave();
  };
  /** Opens the socket of a room, and then closes the socket `before`. */
  const open = (of: { id: string; socket: string }, before?: WebSocket): void => {
    const socket = new WebSocket(of.socket);
    current = socket;
    socket.binaryType = 'arraybuffer';
    const beat = () => socket.send(push('hb', number(1, BigInt(of.id))));
    let timer: ReturnType<typeof setInterval> | undefined;
    socket.onopen = () => {
      beat();
      const enter = [...number(1, BigInt(of.id)), ...number(4, 12n), ...bytesOf(5, text('audience'))];
      socket.send(push('im_enter_room', [...enter, ...bytesOf(9, text('0'))]));
      timer = setInterval(beat, HEARTBEAT);
      before?.close();
    };
    // Frames that cannot be read are not acknowledged.
    socket.onmessage = ({ data }) => void acknowledge(socket, data).catch(() => {});
    socket.onclose = () => {
      clearInterval(timer);
      if (socket === current) setTimeout(() => open(of), REOPEN);
    };
  };
  new WebSocket(inbox);
  if (!opensNoSocket) setTimeout(() => open(room), opensAfter);
  const goOn = document.querySelector('#go-on');
  if (goOn !== null) {
    goOn.onclick = () => {
      goOn.parentElement?.remove();
      open(room);
    };
  }
}
