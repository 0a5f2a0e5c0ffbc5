import { z } from 'zod';
import type { Problem } from '#shared/contract/error.ts';
import { roomFields, roomInfoSchema } from '../lookup.ts';
import type { Devtools } from './tap.ts';

/** The facts that are read from a page that shows no room yet. */
const factsSchema = z.object({
  url: z.string().max(10_000),
  /** Which selectors of the table match a visible element. */
  visible: z.array(z.number().int()).max(20),
  /** The page's own state of the room; null if the page has none. */
  state: z
    .object({
      statusCode: z.number().catch(0),
      needLogin: z.boolean().catch(false),
      isAgeGateRoom: z.boolean().catch(false),
      roomId: z
        .union([z.string(), z.number().transform(String)])
        .nullable()
        .catch(null),
      status: z.number().catch(0),
      info: roomInfoSchema.catch({}),
    })
    .nullable()
    .catch(null),
});
export type PageFacts = z.infer<typeof factsSchema>;
type PageState = NonNullable<PageFacts['state']>;

interface Sign {
  code: Problem['code'];
  /** A person can solve the problem in the page. */
  forPerson?: boolean;
  /** Address path of the page. */
  path?: RegExp;
  selector?: string;
  state?: (state: PageState) => boolean;
}

/**
 * Signs of the pages that the platform shows instead of a room, with their error codes. The first match counts. These
 * are facts of the platform like those in `wire.ts`; none of them has been seen on the live platform yet.
 */
const signs: readonly Sign[] = [
  {
    code: 'page.captcha',
    forPerson: true,
    selector: '#captcha-verify-container, .captcha_verify_container, .captcha-verify-container',
  },
  { code: 'page.region', path: /^\/(?:[a-z]{2}\/)?notfound$/, selector: '[data-e2e="region-unavailable"]' },
  {
    code: 'page.ageGate',
    forPerson: true,
    selector: '[data-e2e="age-gate"]',
    state: ({ isAgeGateRoom }) => isAgeGateRoom,
  },
  {
    code: 'page.signIn',
    forPerson: true,
    path: /^\/login(?:\/|$)/,
    selector: '#loginContainer, [data-e2e="login-modal"]',
    state: ({ needLogin }) => needLogin,
  },
  { code: 'room.noSuchUser', state: ({ statusCode }) => [10_202, 10_221, 19_881_007].includes(statusCode) },
  { code: 'room.ended', state: ({ status, statusCode }) => status === 4 || statusCode === 30_003 },
  { code: 'room.notLive', state: ({ roomId }) => roomId === '' || roomId === '0' },
];

/** Finds what a page shows instead of a room; null if nothing in the table matches. */
export function signOf({ url, visible, state }: PageFacts): Sign | null {
  const path = URL.canParse(url) ? new URL(url).pathname : '';
  const matches = (sign: Sign, index: number): boolean =>
    (sign.path?.test(path) ?? false) ||
    visible.includes(index) ||
    (state !== null && (sign.state?.(state) ?? false));
  return signs.find(matches) ?? null;
}

const evaluatedSchema = z.object({ result: z.object({ value: factsSchema }) });
const worldSchema = z.object({ executionContextId: z.number() });
/** Time limit for one look at a page (ms). */
const LOOK_LIMIT = 2000;

/** Reads the facts of a page's main frame in an isolated world, which the page's scripts cannot change. */
export async function readFacts(devtools: Devtools, frameId: string): Promise<PageFacts> {
  const world = await devtools.send('Page.createIsolatedWorld', { frameId, worldName: 'ringside' });
  const answer = await devtools.send('Runtime.evaluate', {
    contextId: worldSchema.parse(world).executionContextId,
    expression: `(${look})(${JSON.stringify(signs.map(({ selector = '' }) => selector))})`,
    returnByValue: true,
    timeout: LOOK_LIMIT,
  });
  return evaluatedSchema.parse(answer).result.value;
}

/** Largest state of a page (characters). */
const LARGEST_STATE = 2_000_000;

/** Runs in the page. Reads the state of the room from the page's JSON. */
const look = `(selectors) => {
  const isVisible = (selector) =>
    selector !== '' && [...document.querySelectorAll(selector)].some((one) => one.checkVisibility());
  const pick = (from, names) => Object.fromEntries(names.map((name) => [name, from[name]]));
  const stateOf = (text) => {
    if (text.length > ${LARGEST_STATE}) return null;
    try {
      const { LiveRoom: room = null } = JSON.parse(text);
      if (room === null) return null;
      const { user = {}, liveRoom = {}, stats = {} } = room.liveRoomUserInfo ?? {};
      return {
        statusCode: room.statusCode ?? 0,
        needLogin: room.needLogin ?? false,
        isAgeGateRoom: room.isAgeGateRoom ?? false,
        roomId: user.roomId ?? null,
        status: liveRoom.status ?? user.status ?? 0,
        info: {
          user: pick(user, ${JSON.stringify(roomFields.user)}),
          liveRoom: pick(liveRoom, ${JSON.stringify(roomFields.liveRoom)}),
          stats: pick(stats, ${JSON.stringify(roomFields.stats)}),
        },
      };
    } catch {
      return null;
    }
  };
  return {
    url: location.href,
    visible: selectors.flatMap((selector, index) => (isVisible(selector) ? [index] : [])),
    state: stateOf(document.querySelector('script#SIGI_STATE')?.textContent ?? ''),
  };
}`;
