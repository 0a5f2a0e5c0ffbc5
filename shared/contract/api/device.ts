/**
 * The header by which a client without cookies identifies its device. The value is the token of an earlier sign-in, or
 * NEW_DEVICE; the answer has the token to store.
 */
export const DEVICE_HEADER = 'ringside-device';
export const NEW_DEVICE = 'new';
