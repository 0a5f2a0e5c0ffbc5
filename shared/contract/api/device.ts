/**
 * The header by which a client without cookies identifies its device. Its value is the token of an earlier sign-in, or
 * NEW_DEVICE. The response contains the token to store.
 */
export const DEVICE_HEADER = 'ringside-device';
export const NEW_DEVICE = 'new';
