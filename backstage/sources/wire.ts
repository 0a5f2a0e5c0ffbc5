/**
 * The one table of the platform's facts that may change: addresses, parameters in their order, headers and status codes.
 * It contains no rules of Ringside.
 */

/** Query parameters in the order in which the platform's own player sends them. A name may occur twice. */
type Parameters = readonly (readonly [name: string, value: string])[];

export const defaultAddresses = {
  web: 'https://www.tiktok.com',
  socket: 'wss://webcast-ws.tiktok.com',
  /** The platform's other socket host, for the second line. */
  otherSocket: 'wss://webcast-ws.us.tiktok.com',
  sign: 'https://api.eulerstream.com',
} as const;

const language = 'en';
const region = 'US';
const browserLanguage = `${language}-${region}`;

export const paths = {
  home: '/',
  room: '/api-live/user/room',
  socket: '/webcast/im/ws_proxy/ws_reuse_supplement/',
  roomPage: (username: string): string => `/@${encodeURIComponent(username)}/live`,
  signedConnect: (roomId: string): string => `/webcast/rooms/${encodeURIComponent(roomId)}/connect`,
} as const;

/** The simulated browsers. If the platform refuses one, the next one is used. */
export const browsers = [
  { system: 'Windows NT 10.0; Win64; x64', platform: 'Win32', chrome: '140.0.0.0' },
  { system: 'Macintosh; Intel Mac OS X 10_15_7', platform: 'MacIntel', chrome: '141.0.0.0' },
  { system: 'Windows NT 10.0; Win64; x64', platform: 'Win32', chrome: '142.0.0.0' },
  { system: 'X11; Linux x86_64', platform: 'Linux x86_64', chrome: '140.0.0.0' },
  { system: 'Macintosh; Intel Mac OS X 10_15_7', platform: 'MacIntel', chrome: '139.0.0.0' },
] as const;
export type Browser = (typeof browsers)[number];

function browserVersion(browser: Browser): string {
  return `5.0 (${browser.system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${browser.chrome} Safari/537.36`;
}

export function pageHeaders(browser: Browser): Record<string, string> {
  return {
    'User-Agent': `Mozilla/${browserVersion(browser)}`,
    'Accept-Language': `${browserLanguage},${language};q=0.9`,
  };
}

/** Headers of the WebSocket handshake. `web` is the address of the page from which a browser would connect. */
export function socketHeaders(browser: Browser, web: string, cookie: string): Record<string, string> {
  const { origin } = new URL(web);
  const headers = { ...pageHeaders(browser), Origin: origin, Referer: `${origin}/` };
  return cookie === '' ? headers : { ...headers, Cookie: cookie };
}

export const deviceCookie = 'ttwid';

/** Parameters of a room look-up. */
export function roomParameters(username: string): Parameters {
  return [
    ['aid', '1988'],
    ['app_name', 'tiktok_web'],
    ['device_platform', 'web_pc'],
    ['app_language', language],
    ['browser_language', browserLanguage],
    ['region', region],
    ['user_is_login', 'false'],
    ['sourceType', '54'],
    ['staleTime', '600000'],
    ['uniqueId', username],
  ];
}

/** Parameters of the room's socket. */
export function socketParameters(roomId: string, browser: Browser): Parameters {
  return [
    ['version_code', '180800'],
    ['device_platform', 'web'],
    ['cookie_enabled', 'true'],
    ['screen_width', '1920'],
    ['screen_height', '1080'],
    ['browser_language', browserLanguage],
    ['browser_platform', browser.platform],
    ['browser_name', 'Mozilla'],
    ['browser_version', browserVersion(browser)],
    ['browser_online', 'true'],
    ['tz_name', 'America/New_York'],
    ['app_name', 'tiktok_web'],
    ['sup_ws_ds_opt', '1'],
    // The player names two versions: that of the page and that of its messaging library.
    ['version_code', '270000'],
    ['update_version_code', '2.0.0'],
    ['compress', 'gzip'],
    ['webcast_language', language],
    ['ws_direct', '1'],
    ['aid', '1988'],
    ['live_id', '12'],
    ['app_language', language],
    ['client_enter', '1'],
    ['room_id', roomId],
    ['identity', 'audience'],
    ['history_comment_count', '6'],
    ['last_rtt', '120'],
    ['heartbeat_duration', '10000'],
    ['resp_content_type', 'protobuf'],
    ['did_rule', '3'],
  ];
}

/** The sockets that the room's own page opens for the room. Its other sockets are chat inboxes. */
export const roomSockets = {
  path: '/webcast/im/',
  /** Whether a host is one of the platform's room hosts, such as `webcast-ws.us.` or `webcast16-ws-alisg.` */
  isHost(hostname: string, web: string): boolean {
    const site = new URL(web).hostname.replace(/^www\./, '');
    const [first = '', ...domain] = hostname.split('.');
    const isPlatform = [site, isThisMachine(site) ? 'localhost' : site].some((name) =>
      `.${domain.join('.')}`.endsWith(`.${name}`),
    );
    return /^webcast[a-z0-9-]*-ws[a-z0-9-]*$/.test(first) && isPlatform;
  },
} as const;

/** Whether an address belongs to the platform's web site or one of its subdomains. */
export function isPlatformPage(text: string, web: string): boolean {
  if (!URL.canParse(text)) return false;
  const [url, platform] = [new URL(text), new URL(web)];
  const site = platform.hostname.replace(/^www\./, '');
  const isSite = url.hostname === site || url.hostname.endsWith(`.${site}`);
  return isSite && url.protocol === platform.protocol && url.port === platform.port;
}

/** Whether a host name is this machine: a platform there is a rehearsal. */
export function isThisMachine(hostname: string): boolean {
  return /^(?:127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(hostname);
}

/** Status codes in the response to a room look-up. */
export const roomAnswer = { fine: 0, noSuchUser: 19881007, live: 2 } as const;

export const signing = {
  client: 'ringside',
  keyHeader: 'x-api-key',
  cookieHeader: 'x-set-tt-cookie',
} as const;

/**
 * Headers with the reason of a refused upgrade. The platform refuses with HTTP 200 and these headers: 415 with
 * `DEVICE_BLOCKED`, or 417 with `illegal secret key`, `illegal app_id` or `named cookie not present`.
 */
export const handshakeHeaders = { message: 'handshake-msg', status: 'handshake-status' } as const;

/** Appends a path and parameters to `base`, which may have a path and parameters already. */
export function address(base: string, path: string, parameters: Parameters = []): string {
  const url = new URL(base);
  if (path !== '') url.pathname = url.pathname.replace(/\/$/, '') + path;
  // A parameter replaces one of the same name in `base`.
  for (const [name] of parameters) url.searchParams.delete(name);
  for (const [name, value] of parameters) url.searchParams.append(name, value);
  return url.href;
}
