/**
 * By this header a client that keeps no cookies says which known device it is, and learns what to keep. The value
 * is the token of an earlier sign-in, or NEW_DEVICE.
 */
export const DEVICE_HEADER = 'ringside-device';
export const NEW_DEVICE = 'new';
