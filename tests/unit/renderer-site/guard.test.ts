import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { guard } from '#renderer/app/guard.ts';
import { ownPath, publicPaths } from '#renderer/data/paths.ts';
import { createSessionStore, signedOutState } from '#renderer/data/session/sessionStore.ts';

interface Visitor {
  token?: string;
  /** The routes that loading the user's info returns, or a failure. */
  routes?: string[] | 'fails';
  kind?: 'web' | 'desktop';
  /** Whether the server opens the tool without a sign-in. */
  isOpen?: boolean;
}

function opens({ token, routes = [], kind = 'web', isOpen = false }: Visitor = {}) {
  const kept = new Map(token === undefined ? [] : [['TOKEN', token]]);
  const store = createSessionStore({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  });
  let loads = 0;
  const session = {
    store,
    ensureInfo: async () => {
      if (store.getState().user !== null) return true;
      loads += 1;
      if (routes === 'fails') return false;
      store.setState({ user: { userId: 1, username: 'a@b.jp' }, menuRoutes: routes });
      return true;
    },
    forget: () => store.setState(signedOutState),
  };
  let rehearses = false;
  const door = {
    wasOpened: false,
    opensWithoutSignIn: async () => isOpen || rehearses,
    openForRehearsal: () => {
      rehearses = true;
    },
  };
  const open = (path: string) => guard(new URL(path, 'http://here'), { session, kind, door });
  return { open, store, kept, loads: () => loads };
}

describe('visitor', () => {
  it.each(publicPaths)('may open %s', async (path) => {
    expect(await opens().open(path)).toBeNull();
    if (path !== '/') expect(await opens().open(`${path}/`)).toBeNull();
  });

  it.each(['/tool', '/tool/setting'])('may open %s on the server of a single host', async (path) => {
    expect(await opens({ isOpen: true }).open(path)).toBeNull();
  });

  it('may rehearse without an account', async () => {
    const { open } = opens();
    expect(await open('/tool')).toBe('/login?redirect=%2Ftool');
    expect(await open('/rehearsal')).toBe('/tool?rehearse');
    expect(await open('/tool')).toBeNull();
    expect(await open('/tool/report')).toBeNull();
  });

  it.each([
    '/tool',
    '/tool/setting',
    '/home',
    '/home/info',
    '/permission/user',
    '/system/log',
    '/toolbox',
    '/widget/x',
  ])('is asked to sign in for %s, and returns to it', async (path) => {
    const instead = await opens().open(`${path}?page=2#x`);
    const [page, query] = String(instead).split('?');
    expect(page).toBe('/login');
    expect(new URLSearchParams(query).get('redirect')).toBe(`${path}?page=2#x`);
  });
});

describe('signed-in user', () => {
  it('is sent home from the sign-in page', async () => {
    expect(await opens({ token: 't' }).open('/login')).toBe('/');
    expect(await opens({ token: 't' }).open('/login?redirect=/home')).toBe('/');
  });

  it('is loaded once, before the first screen that needs the account', async () => {
    const { open, loads } = opens({ token: 't' });
    expect(await open('/home')).toBeNull();
    expect(await open('/home/info')).toBeNull();
    expect(loads()).toBe(1);
  });

  it('is signed out if loading fails, and sent to sign in with the wanted path', async () => {
    const { open, store, kept } = opens({ token: 't', routes: 'fails' });
    expect(await open('/home')).toBe('/login?redirect=%2Fhome');
    expect(store.getState()).toMatchObject({ token: null, loginStatus: false, user: null });
    expect(kept.has('TOKEN')).toBe(false);
  });

  it('may open exactly the admin screens that the server has named', async () => {
    const { open } = opens({ token: 't', routes: ['permission', 'user'] });
    expect(await open('/permission/user')).toBeNull();
    expect(await open('/permission')).toBeNull();
    expect(await open('/permission/role')).toBe('/404');
    expect(await open('/system/log/')).toBe('/404');
  });
});

describe('host on air', () => {
  it('keeps the tool when the sign-in is lost, and is asked to sign in for everything else', async () => {
    const { open, store } = opens({ token: 't' });
    expect(await open('/tool')).toBeNull();
    store.setState(signedOutState);
    expect(await open('/tool/report')).toBeNull();
    expect(await open('/home')).toBe('/login?redirect=%2Fhome');
  });

  it('keeps the tool if the server cannot check the sign-in', async () => {
    const { open, store } = opens({ token: 't', routes: 'fails' });
    expect(await open('/tool')).toBeNull();
    expect(store.getState().token).toBe('t');
  });
});

describe('desktop app', () => {
  it('opens the tool without an account', async () => {
    expect(await opens({ kind: 'desktop' }).open('/')).toBe('/tool');
    expect(await opens({ kind: 'desktop' }).open('/tool/setting')).toBeNull();
  });
});

describe('target after the sign-in', () => {
  it.each([
    ['/home', '/home'],
    ['/permission/user?page=2#x', '/permission/user?page=2#x'],
    [null, '/'],
    ['', '/'],
    ['home', '/'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['\\\\evil.example', '/'],
    ['https://evil.example/', '/'],
    ['javascript:alert(1)', '/'],
    ['/\t/evil.example', '/'],
    ['/%09/evil.example', '/%09/evil.example'],
    ['/a/..//evil.example', '/'],
    ['/login', '/'],
    ['/login/?redirect=/home', '/'],
  ])('of %s is %s', (wanted, path) => {
    expect(ownPath(wanted)).toBe(path);
  });

  it('is always a page of this site', () => {
    const nasty = fc.array(fc.constantFrom('/', '\\', '.', ':', '@', 'h', '\t', '\n', '%', '?', '#', 'é'));
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          nasty.map((parts) => `/${parts.join('')}`),
        ),
        (wanted) => {
          const url = new URL(ownPath(wanted), 'https://here.example');
          expect(url.origin).toBe('https://here.example');
        },
      ),
    );
  });
});
