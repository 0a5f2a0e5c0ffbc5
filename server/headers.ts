/** Pages may load from this server only, and connect to it and to programs on the visitor's own computer. */
const CONTENT_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  // OBS on the computer of the host, which the tool's page talks to.
  "connect-src 'self' ws://127.0.0.1:* ws://localhost:*",
  "frame-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'self'",
].join('; ');

/** Browser features that no page uses. Injected code cannot use them either. */
const PERMISSIONS = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'serial', 'hid', 'midi'];

const YEAR_SECONDS = 31_536_000;

/** Returns the security headers of every response, errors included. */
export const securityHeaders = (https: boolean): Record<string, string> => ({
  'content-security-policy': CONTENT_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': PERMISSIONS.map((name) => `${name}=()`).join(', '),
  ...transportSecurity(https),
});

/** Returns the HSTS header if browsers reach the server over https. */
export const transportSecurity = (https: boolean): Record<string, string> =>
  https ? { 'strict-transport-security': `max-age=${YEAR_SECONDS}` } : {};
