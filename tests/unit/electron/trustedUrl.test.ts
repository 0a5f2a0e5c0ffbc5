import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mayRequest } from '#electron/safety/guards.ts';
import { judgeUrl } from '#electron/safety/trustedUrl.ts';

describe('judgeUrl', () => {
  it.each(['app://ringside/', 'app://ringside/tool?x=1#y', 'app://ringside'])(
    'classifies %s as a page of the app',
    (url) => {
      expect(judgeUrl(url)).toBe('own');
    },
  );

  it.each(['https://example.test/', 'https://example.test:8443/a?b=c', 'HTTPS://EXAMPLE.TEST/'])(
    'classifies %s as external',
    (url) => {
      expect(judgeUrl(url)).toBe('external');
    },
  );

  it.each([
    'http://example.test/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    ' https://example.test/',
    'https://example.test/\t',
    'https://user@example.test/',
    'https://user:pass@example.test/',
    'https://app:ringside@example.test/',
    'https:\\\\example.test\\',
    'https://',
    'app://ringside.example.test/',
    'app://ringside@example.test/',
    'app://user@ringside/',
    'app://ringside:8080/',
    'app:ringside/tool',
    'app:///ringside/tool',
    'data:text/html,<script>1</script>',
    'blob:app://ringside/1',
    'ms-msdt:/id',
    'smb://server/share',
    'ringside://open',
    '',
    `https://example.test/${'x'.repeat(3000)}`,
    'https://example.test/\u2028',
    null,
    undefined,
    42,
    { toString: () => 'https://example.test/' },
    ['https://example.test/'],
  ])('refuses %j', (url) => {
    expect(judgeUrl(url)).toBe('refused');
  });

  it('classifies nothing but https as external', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.anything()), (raw) => {
        if (judgeUrl(raw) === 'external') expect(new URL(String(raw)).protocol).toBe('https:');
      }),
    );
  });
});

describe('mayRequest', () => {
  it.each([
    ['app://ringside/a.js', true],
    ['data:image/png;base64,AA==', true],
    ['blob:app://ringside/1', true],
    ['app://elsewhere/a.js', false],
    ['https://example.test/a.js', false],
    ['http://127.0.0.1:5180/', false],
    ['file:///etc/passwd', false],
    ['ws://127.0.0.1/', false],
    ['nonsense', false],
  ])('for %s is %s', (url, allowed) => {
    expect(mayRequest(url, null)).toBe(allowed);
  });

  it.each([
    ['http://127.0.0.1:17840/overlay/', true],
    ['http://127.0.0.1:17840/overlay/assets/a.js', true],
    ['ws://127.0.0.1:17840/overlay/socket', true],
    ['http://127.0.0.1:17840/', false],
    ['http://127.0.0.1:17840/overlay', false],
    ['http://127.0.0.1:17840/overlay/../secret', false],
    ['http://127.0.0.1:17841/overlay/', false],
    ['https://127.0.0.1:17840/overlay/', false],
    ['http://localhost:17840/overlay/', false],
    ['http://me@127.0.0.1:17840/overlay/', false],
    ['http://127.0.0.1.test:17840/overlay/', false],
  ])('for %s is %s while the overlay hub is running', (url, allowed) => {
    expect(mayRequest(url, 'http://127.0.0.1:17840')).toBe(allowed);
    expect(mayRequest(url, null)).toBe(false);
  });

  it.each([
    ['ws://127.0.0.1:4455/', true],
    ['ws://127.0.0.1:4456/', false],
    ['ws://localhost:4455/', false],
    ['ws://me@127.0.0.1:4455/', false],
    ['wss://127.0.0.1:4455/', false],
    ['http://127.0.0.1:4455/', false],
  ])('for %s is %s with OBS at the saved address', (url, allowed) => {
    expect(mayRequest(url, null, 'ws://127.0.0.1:4455')).toBe(allowed);
    expect(mayRequest(url, null)).toBe(false);
  });
});
