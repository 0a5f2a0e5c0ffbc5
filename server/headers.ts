/** Pages may load what this server serves and talk back to it, nothing else. */
const CONTENT_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'self'",
].join('; ');

/** What no page of this server ever asks for, so that nothing that got into one could. */
const PERMISSIONS = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'serial', 'hid', 'midi'];

const YEAR_SECONDS = 31_536_000;

/**
 * The headers of every answer, refusals and faults included. Where browsers reach the server by https, they are
 * told to use nothing else from then on.
 */
export const securityHeaders = (https: boolean): Record<string, string> => ({
  'content-security-policy': CONTENT_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': PERMISSIONS.map((name) => `${name}=()`).join(', '),
  ...transportSecurity(https),
});

/** Tells browsers to use nothing but https from then on, where they reach the server by it. */
export const transportSecurity = (https: boolean): Record<string, string> =>
  https ? { 'strict-transport-security': `max-age=${YEAR_SECONDS}` } : {};
