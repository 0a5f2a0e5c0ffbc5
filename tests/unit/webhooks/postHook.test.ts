import { describe, expect, it } from 'vitest';
import { postHook, signatureHeaders } from '#backstage/webhooks/postHook.ts';
import { hookAddressSchema } from '#shared/contract/webhooks.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}' };
const NOW = 1_614_265_330_000;

describe('a signed webhook', () => {
  it('has the headers of Standard Webhooks, with the signature of its published example', () => {
    expect(signatureHeaders(message, [SECRET], NOW)).toEqual({
      'webhook-id': message.id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('has one signature for each secret while a secret is renewed', () => {
    const { 'webhook-signature': both } = signatureHeaders(message, ['whsec_AAAA', SECRET], NOW);
    const { 'webhook-signature': one } = signatureHeaders(message, [SECRET], NOW);
    expect(both?.split(' ')).toHaveLength(2);
    expect(both?.split(' ')[1]).toBe(one);
  });

  it.each([
    [200, null],
    [299, null],
    [302, 'webhook.redirected'],
    [410, 'webhook.gone'],
    [422, 'webhook.answered'],
    [500, 'webhook.answered'],
  ])('counts as delivered for a status of 2xx only: %i', async (status, code) => {
    const fetch = async () => new Response(null, { status });
    const signal = new AbortController().signal;
    const failure = await postHook('https://a.example', message, { fetch, secrets: [], now: NOW, signal });
    expect(failure?.problem.code ?? null).toBe(code);
    expect(failure?.unreadable ?? false).toBe(status === 422);
  });
});

describe('the address of a webhook', () => {
  it.each([
    'https://example.org',
    'http://192.168.1.20:8080/hook?room=1',
    'https://bücher.example/@me',
    'https://[2001:db8::1]/x',
  ])('may be %s', (address) => {
    expect(hookAddressSchema.safeParse(address).success).toBe(true);
  });

  it.each([
    '',
    'example.org',
    '//example.org',
    'ftp://example.org',
    'https://u:p@example.org',
    'https://a/#b',
    'http:///x',
  ])('may not be %s', (address) => {
    expect(hookAddressSchema.safeParse(address).success).toBe(false);
  });
});
