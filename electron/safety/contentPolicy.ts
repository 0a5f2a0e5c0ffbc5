/**
 * The Content-Security-Policy of the app's pages. Scripts come from the app itself only, and
 * connections go to the app and to OBS only. Inline styles
 * are allowed because the component library builds its theme at run time. Framing the app and submitting forms are
 * forbidden.
 */
const directives: Record<string, readonly string[]> = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'", 'data:'],
  'media-src': ["'self'", 'blob:'],
  // OBS listens on this machine, at a port that its user chooses. The session's guard allows the saved one only.
  'connect-src': ["'self'", 'ws://127.0.0.1:*', 'ws://localhost:*'],
  'worker-src': ["'self'"],
  // The overlay hub runs on this machine. Its port may change while a page is open.
  'frame-src': ["'self'", 'http://127.0.0.1:*'],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
  'object-src': ["'none'"],
};

const contentPolicy = Object.entries(directives)
  .map(([name, sources]) => `${name} ${sources.join(' ')}`)
  .join('; ');

/** Headers of every response of the app's scheme. */
export const safetyHeaders: Record<string, string> = {
  'Content-Security-Policy': contentPolicy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=()',
};
