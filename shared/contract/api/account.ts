import { z } from 'zod';
import { call } from './call.ts';
import {
  codeSchema,
  emailSchema,
  givenPasswordSchema,
  idParams,
  idSchema,
  languageSchema,
  pageOf,
  pageParams,
  passwordSchema,
  phoneSchema,
  timeSchema,
  timeZoneSchema,
  tokenSchema,
  usernameSchema,
} from './fields.ts';

/** The caller's own account: sign-up, sign-in, passwords, profile, devices, stored data. */

/**
 * The header by which a client without cookies identifies its device. Its value is the token of an earlier sign-in, or
 * NEW_DEVICE. The response contains the token to store.
 */
export const DEVICE_HEADER = 'ringside-device';
export const NEW_DEVICE = 'new';

const sentCode = z.object({
  /** `log`: no mail server is configured, so the server writes the code to its log. */
  delivery: z.enum(['mail', 'log']),
  /** How long the code is valid. */
  validSeconds: z.int(),
  /** How long until the user can request another code. */
  waitSeconds: z.int(),
});

const profile = z.object({
  userId: idSchema,
  email: z.string(),
  username: z.string(),
  phone: z.string(),
  language: languageSchema.nullable(),
  timeZone: z.string().nullable(),
  roles: z.array(z.object({ name: z.string(), title: z.string() })),
  createdAt: timeSchema,
  /** False for an account without a password. Such an account can set one without naming an old one. */
  passwordSet: z.boolean(),
});

const device = z.object({
  id: idSchema,
  userAgent: z.string(),
  ip: z.string(),
  createdAt: timeSchema,
  lastSeenAt: timeSchema,
  /** The device that makes this call. */
  current: z.boolean(),
});

const signin = z.object({ at: timeSchema, ip: z.string(), userAgent: z.string(), success: z.boolean() });

export const accountCalls = {
  verificationCode: call({
    method: 'POST',
    path: '/user/verification_code',
    access: 'public',
    summary: 'Sends a 6-digit code to an address; the answer is the same whether or not it has an account.',
    body: z.object({ email: emailSchema, purpose: z.enum(['signup', 'forgot']).default('signup') }),
    data: sentCode,
    limit: 'mail',
  }),
  signup: call({
    method: 'POST',
    path: '/user/signup',
    access: 'public',
    summary: 'Makes an account with the code that was sent to its address.',
    body: z.object({
      email: emailSchema,
      password: passwordSchema,
      code: codeSchema,
      username: usernameSchema.optional(),
    }),
    limit: 'secret',
  }),
  signin: call({
    method: 'POST',
    path: '/user/signin',
    access: 'public',
    summary: 'Signs in; data is the token.',
    body: z.object({ email: emailSchema, password: givenPasswordSchema }),
    data: z.string(),
    limit: 'secret',
  }),
  signinOnce: call({
    method: 'POST',
    path: '/user/signin/once',
    access: 'public',
    summary: 'Signs in by the one-time link of the first start; data is the token.',
    body: z.object({ once: tokenSchema }),
    data: z.string(),
    limit: 'secret',
  }),
  signout: call({
    method: 'POST',
    path: '/user/signout',
    access: 'signedIn',
    summary: 'Signs this device out.',
  }),
  info: call({
    method: 'GET',
    path: '/user/info',
    access: 'signedIn',
    summary: 'Who is signed in, with the names of the routes and permissions.',
    data: z.object({
      userId: idSchema,
      email: z.string(),
      username: z.string(),
      roles: z.array(z.string()),
      routes: z.array(z.string()),
      permissions: z.array(z.string()),
    }),
  }),
  forgot: call({
    method: 'POST',
    path: '/user/password/forget',
    access: 'public',
    summary: 'Sets a new password with a code that was sent for it; signs every device out.',
    body: z.object({ email: emailSchema, code: codeSchema, password: passwordSchema }),
    limit: 'secret',
  }),
  changePassword: call({
    method: 'POST',
    path: '/user/password/change',
    access: 'signedIn',
    summary: 'Changes the password; signs every other device out.',
    body: z.object({ oldPassword: z.string().max(300).default(''), password: passwordSchema }),
    limit: 'secret',
  }),
  profile: call({
    method: 'GET',
    path: '/user/profile',
    access: 'signedIn',
    summary: 'Own account.',
    data: profile,
  }),
  updateProfile: call({
    method: 'PUT',
    path: '/user/profile',
    access: 'signedIn',
    summary: 'Changes what is given of the own account.',
    body: z.object({
      username: usernameSchema.optional(),
      phone: phoneSchema.optional(),
      language: languageSchema.nullable().optional(),
      timeZone: timeZoneSchema.nullable().optional(),
    }),
    data: profile,
  }),
  devices: call({
    method: 'GET',
    path: '/user/devices',
    access: 'signedIn',
    summary: 'Devices that are signed in, the latest seen first.',
    data: z.array(device),
  }),
  signoutDevice: call({
    method: 'DELETE',
    path: '/user/devices/{id}',
    access: 'signedIn',
    summary: 'Signs one own device out.',
    params: idParams,
  }),
  signoutOthers: call({
    method: 'POST',
    path: '/user/devices/signout/others',
    access: 'signedIn',
    summary: 'Signs every own device out but this one.',
  }),
  signins: call({
    method: 'GET',
    path: '/user/signins/{page}/{size}',
    access: 'signedIn',
    summary: 'Own last sign-ins and failed attempts, the newest first.',
    params: pageParams,
    data: pageOf(signin),
  }),
  exportAll: call({
    method: 'GET',
    path: '/user/export',
    access: 'signedIn',
    summary: 'Everything that is stored about the own account.',
    data: z.record(z.string(), z.unknown()),
    limit: 'heavy',
  }),
  deleteAccount: call({
    method: 'POST',
    path: '/user/account/delete',
    access: 'signedIn',
    summary: 'Deletes the own account and everything of it.',
    body: z.object({ password: z.string().max(300).default('') }),
    limit: 'secret',
  }),
};
