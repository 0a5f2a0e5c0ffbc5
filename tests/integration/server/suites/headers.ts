import { describe, expect, it } from 'vitest';
import { FOR_EVER } from '#backstage/builtFiles.ts';
import { api } from '#shared/contract/api/index.ts';
import type { TestServer } from '../support/harness.ts';

const { account } = api;

export function headerSuite(server: () => TestServer): void {
  describe('a page', () => {
    it('is asked for again each time, only its assets are kept', async () => {
      const { url } = server();
      for (const path of ['/', '/tool', '/index.html']) {
        const { status, headers } = await fetch(url + path);
        expect([path, status, headers.get('cache-control')]).toEqual([path, 200, 'no-cache']);
      }
      const asset = await fetch(`${url}/assets/page-1a2b.js`);
      expect([asset.status, asset.headers.get('cache-control')]).toEqual([200, FOR_EVER]);
    });
  });

  describe('security headers', () => {
    it('have a content policy that allows only scripts of this server', async () => {
      const { url } = server();
      for (const path of ['/', '/api/docs', '/api/site/info', '/login?redirect=x']) {
        const { headers } = await fetch(url + path);
        const policy = headers.get('content-security-policy') ?? '';
        expect(policy).toContain("script-src 'self'");
        expect(policy).not.toMatch(/script-src[^;]*unsafe/);
        expect(policy).toContain("object-src 'none'");
        expect(policy).toContain("frame-ancestors 'self'");
        expect(policy).toContain("base-uri 'none'");
        expect(headers.get('access-control-allow-origin')).toBeNull();
        expect(headers.get('x-powered-by')).toBeNull();
      }
    });

    it('are the same on every response, errors included', async () => {
      const { url } = server();
      const wanted = {
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      };
      const from = (origin: string) => ({ headers: { origin } });
      for (const [path, status, init] of [
        ['/api/site/info', 200, {}],
        ['/api/user/info', 401, {}],
        ['/api/user/info', 403, from('https://evil.example')],
        ['/api/nothing', 404, {}],
        ['/nothing.js', 404, {}],
        ['/api/user/echo/%zz', 400, {}],
      ] as const) {
        const answer = await fetch(url + path, init);
        expect([path, answer.status]).toEqual([path, status]);
        expect(Object.fromEntries(answer.headers)).toMatchObject(wanted);
        expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'");
        expect(answer.headers.get('permissions-policy')).toContain('microphone=()');
        // HSTS must not be sent by a server without an https address.
        expect(answer.headers.get('strict-transport-security')).toBeNull();
      }
    });

    it('do not allow calls from pages of other sites', async () => {
      const { client, admin, url } = server();
      const origin = { origin: 'https://evil.example' };
      const answer = await client.call(account.info, { token: admin, headers: origin });
      expect([answer.status, answer.code]).toEqual([403, 403]);
      const preflight = await fetch(`${url}/api/user/info`, {
        method: 'OPTIONS',
        headers: {
          ...origin,
          'access-control-request-method': 'GET',
          'access-control-request-headers': 'authorization',
        },
      });
      expect(preflight.status).toBe(403);
      expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
    });
  });
}
