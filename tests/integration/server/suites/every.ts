import { beforeEach } from 'vitest';
import type { TestServer } from '../support/harness.ts';
import { adminSuite } from './admin.ts';
import { attackSuite } from './attacks.ts';
import { contentSuite } from './content.ts';
import { fuzzSuite } from './fuzz.ts';
import { messageSuite } from './messages.ts';
import { passwordSuite } from './passwords.ts';
import { signupSuite } from './signup.ts';
import { syncSuite } from './sync.ts';

/** Everything that holds on whichever database. */
export function everySuite(server: () => TestServer): void {
  beforeEach(() => {
    server().clock.hold();
    return server().renewAdmin();
  });
  signupSuite(server);
  passwordSuite(server);
  adminSuite(server);
  contentSuite(server);
  syncSuite(server);
  messageSuite(server);
  attackSuite(server);
  fuzzSuite(server);
}
