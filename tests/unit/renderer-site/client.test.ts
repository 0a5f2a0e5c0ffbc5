import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AbortedCall, ApiError, TransportError } from '#renderer/data/api/apiError.ts';
import { accountCalls } from '#shared/contract/api/account.ts';
import { NO_TOKEN } from '#shared/contract/api/call.ts';
import { logCalls } from '#shared/contract/api/log.ts';
import { noticeCalls } from '#shared/contract/api/notice.ts';
import { userCalls } from '#shared/contract/api/user.ts';
import { cut, envelope, plain, startTestApi, type TestApi } from './testServer.ts';

let api: TestApi;
beforeEach(async () => {
  api = await startTestApi();
});
afterEach(() => api.close());

const signin = () => api.client.call(accountCalls.signin, { body: { email: 'a@b.jp', password: 'secret1' } });
const unread = () => api.client.call(noticeCalls.unread, {});
const fault = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => expect.unreachable('the call was to reject'),
    (error: unknown) => error,
  );

describe('API call', () => {
  it("sends the caller's token, language and time zone", async () => {
    api.token = 'tok';
    api.answers(envelope(200, 'ok', { count: 3 }));
    expect(await unread()).toEqual({ count: 3 });
    expect(api.asked[0]).toMatchObject({
      method: 'GET',
      url: '/api/notice/unread',
      headers: { authorization: 'Bearer tok', 'accept-language': 'ja', 'time-zone': 'Asia/Tokyo' },
    });
  });

  it('sends no token if there is none', async () => {
    api.answers(envelope(200, 'ok', { count: 0 }));
    await unread();
    expect(api.asked[0]?.headers.authorization).toBeUndefined();
  });

  it('puts escaped ids into the path and the search into the query', async () => {
    api.answers(envelope(200, 'ok', { total: 0, page: 2, size: 20, rows: [] }));
    const input = { params: { page: 2, size: 20 }, query: { search: 'a&b/日' } };
    await api.client.call(userCalls.list, input);
    expect(api.asked[0]?.url).toBe('/api/user/list/2/20?search=a%26b%2F%E6%97%A5');
  });

  it('announces success only if asked to', async () => {
    api.answers(envelope(200, 'ログインしました', 'token'));
    expect(await signin()).toBe('token');
    expect(api.shown).toEqual([]);
    const body = { email: 'a@b.jp', password: 'secret1' };
    await api.client.call(accountCalls.signin, { body }, { announce: true });
    expect(api.shown).toEqual([{ text: { key: 'ログインしました' }, severity: 'success' }]);
  });
});

describe('response whose code is not 200', () => {
  it('shows its message, and a failed sign-in rejects with the same', async () => {
    api.answers(envelope(400, 'メールアドレスまたはパスワードが違います', { fields: [] }));
    const error = await fault(signin());
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: 400, message: 'メールアドレスまたはパスワードが違います' });
    expect(api.shown).toEqual([
      { text: { key: 'メールアドレスまたはパスワードが違います' }, severity: 'error' },
    ]);
    expect(api.signedOut).toEqual([]);
  });

  it('is read with any HTTP status, also a success status', async () => {
    api.answers(envelope(409, 'taken', null, 200));
    expect(await fault(unread())).toMatchObject({ code: 409 });
  });

  it('names the invalid fields', async () => {
    api.answers(envelope(400, 'no', { fields: [{ path: 'email', msg: 'bad' }] }));
    expect(await fault(signin())).toMatchObject({ fields: [{ path: 'email', msg: 'bad' }] });
  });

  it.each([
    ['code 405', envelope(405, 'over', null, 401)],
    ['code 500 without a usable token', envelope(500, NO_TOKEN, null, 401)],
  ])('signs out: %s', async (_name, answer) => {
    api.answers(answer);
    await fault(unread());
    expect(api.signedOut).toEqual([false]);
  });

  it('does not sign out for a server error', async () => {
    api.answers(envelope(500, 'broken', null, 500));
    await fault(unread());
    expect(api.signedOut).toEqual([]);
    expect(api.shown).toHaveLength(1);
  });

  it('shows no message for a background call', async () => {
    api.answers(envelope(405, 'over', null, 401));
    await fault(api.client.call(noticeCalls.unread, {}, { quiet: true }));
    expect(api.shown).toEqual([]);
    expect(api.signedOut).toEqual([true]);
  });
});

describe('network failure', () => {
  it('shows a message and rejects', async () => {
    api.answers(cut);
    const error = await fault(unread());
    expect(error).toBeInstanceOf(TransportError);
    expect(api.shown).toEqual([{ text: { key: 'web.unreachable' }, severity: 'error' }]);
  });

  it.each([502, 503, 504])('is retried without a message if the server is back soon: %i', async (status) => {
    api.answers(plain(status, 'gateway'), cut, envelope(200, 'ok', { count: 1 }));
    expect(await unread()).toEqual({ count: 1 });
    expect(api.asked).toHaveLength(3);
    expect(api.waits).toEqual([300, 900]);
    expect(api.shown).toEqual([]);
  });

  it("is reported after three attempts, with the server's own reason", async () => {
    api.answers(envelope(503, '少し待って', null, 503));
    expect(await fault(unread())).toMatchObject({ code: 503, message: '少し待って' });
    expect(api.asked).toHaveLength(3);
  });

  it('is never retried for a call that could then happen twice', async () => {
    api.answers(cut);
    await fault(signin());
    api.answers(plain(502, 'gateway'));
    await fault(api.client.call(userCalls.updateStatus, { params: { id: 1 } }));
    await fault(api.client.call(userCalls.remove, { params: { id: 1 } }));
    expect(api.asked.map(({ method }) => method)).toEqual(['POST', 'PUT', 'DELETE']);
    expect(api.waits).toEqual([]);
  });

  it('is retried for such a call if its maker allows it', async () => {
    api.answers(cut, envelope(200, 'ok'));
    await api.client.call(noticeCalls.readAll, {}, { repeatable: true });
    expect(api.asked).toHaveLength(2);
  });

  it('is not retried if a retry cannot help', async () => {
    api.answers(envelope(404, 'gone', null, 404));
    await fault(unread());
    expect(api.asked).toHaveLength(1);
  });

  it('includes an unreadable response', async () => {
    api.answers(plain(200, '<html>login to the hotel</html>'));
    expect(await fault(unread())).toMatchObject({ text: { key: 'web.badAnswer' } });
    api.answers(envelope(200, 'ok', { count: 'many' }));
    expect(await fault(unread())).toBeInstanceOf(TransportError);
  });

  it('does not include a call that the page aborted itself', async () => {
    api.answers(() => {});
    const abort = new AbortController();
    const call = fault(api.client.call(noticeCalls.unread, {}, { signal: abort.signal }));
    await expect.poll(() => api.asked.length).toBe(1);
    abort.abort();
    expect(await call).toBeInstanceOf(AbortedCall);
    expect(api.shown).toEqual([]);
  });
});

describe('file', () => {
  it('is returned unchanged', async () => {
    api.answers(plain(200, 'id,kind\r\n1,signin', 'text/csv; charset=utf-8'));
    const blob = await api.client.download(logCalls.exportCsv, { query: {} });
    expect(await blob.text()).toBe('id,kind\r\n1,signin');
    expect(api.shown).toEqual([]);
  });

  it('reports why it was refused', async () => {
    api.answers(envelope(403, '権限がありません', null, 403));
    expect(await fault(api.client.download(logCalls.exportCsv, { query: {} }))).toMatchObject({ code: 403 });
    expect(api.shown).toEqual([{ text: { key: '権限がありません' }, severity: 'error' }]);
  });
});
