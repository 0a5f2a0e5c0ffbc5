import { describe, expect, it } from 'vitest';
import { type PageFacts, signOf } from '#backstage/sources/page/signs.ts';

const room: PageFacts = {
  url: 'https://www.tiktok.com/@mika/live',
  visible: [],
  state: { statusCode: 0, needLogin: false, isAgeGateRoom: false, roomId: '73', status: 2, info: {} },
};
const state = (changed: Partial<NonNullable<PageFacts['state']>>): PageFacts => ({
  ...room,
  state: room.state === null ? null : { ...room.state, ...changed },
});

describe('page signs', () => {
  it.each([
    ['a live room', room],
    ['a page without state', { ...room, state: null }],
    ['a user whose name looks like a sign-in', { ...room, url: 'https://www.tiktok.com/@login/live' }],
    ['a page that is no address', { ...room, url: 'nonsense' }],
  ])('finds nothing in %s', (_name, facts) => {
    expect(signOf(facts)).toBeNull();
  });

  it.each([
    ['page.signIn', { ...room, url: 'https://www.tiktok.com/login/phone?redirect_url=x' }],
    ['page.signIn', state({ needLogin: true })],
    ['page.ageGate', state({ isAgeGateRoom: true })],
    ['page.region', { ...room, url: 'https://www.tiktok.com/hk/notfound' }],
    ['page.captcha', { ...room, visible: [0] }],
    ['page.captcha', { ...state({ status: 4 }), visible: [0] }],
    ['room.noSuchUser', state({ statusCode: 10_221, roomId: null })],
    ['room.ended', state({ status: 4 })],
    ['room.ended', state({ statusCode: 30_003 })],
    ['room.notLive', state({ roomId: '0', status: 0 })],
  ])('finds %s', (code, facts) => {
    expect(signOf(facts)?.code).toBe(code);
  });

  it('waits for a person only at a sign-in, an age gate and a captcha', () => {
    const forPerson = (facts: PageFacts) => signOf(facts)?.forPerson ?? false;
    expect(forPerson({ ...room, visible: [0] })).toBe(true);
    expect(forPerson(state({ needLogin: true }))).toBe(true);
    expect(forPerson(state({ isAgeGateRoom: true }))).toBe(true);
    expect(forPerson({ ...room, url: 'https://www.tiktok.com/notfound' })).toBe(false);
    expect(forPerson(state({ status: 4 }))).toBe(false);
  });
});
