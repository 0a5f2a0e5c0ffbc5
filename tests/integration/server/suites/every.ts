import { beforeEach } from 'vitest';
import type { TestServer } from '../support/harness.ts';
import { adminSuite } from './admin.ts';
import { attackSuite } from './attacks.ts';
import { contentSuite } from './content.ts';
import { fuzzSuite } from './fuzz.ts';
import { lockoutSuite } from './lockout.ts';
import { messageSuite } from './messages.ts';
import { ownSuite } from './own.ts';
import { passwordSuite } from './passwords.ts';
import { permissionSuite } from './permissions.ts';
import { roleSuite } from './roles.ts';
import { signupSuite } from './signup.ts';
import { syncSuite } from './sync.ts';

/** The tests that run on both databases. */
export function everySuite(server: () => TestServer): void {
  beforeEach(() => {
    server().clock.hold();
    return server().renewAdmin();
  });
  signupSuite(server);
  passwordSuite(server);
  lockoutSuite(server);
  adminSuite(server);
  permissionSuite(server);
  roleSuite(server);
  contentSuite(server);
  syncSuite(server);
  ownSuite(server);
  messageSuite(server);
  attackSuite(server);
  fuzzSuite(server);
}
