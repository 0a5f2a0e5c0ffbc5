import { describe, expect, it } from 'vitest';
import { hashPassword, verifyPassword } from '#server/accounts/passwords.ts';

describe('password hash', () => {
  it('is argon2id with 19 MiB and two passes, and fits its password only', async () => {
    const stored = await hashPassword('Gift_123');
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verifyPassword(stored, 'Gift_123')).toBe(true);
    expect(await verifyPassword(stored, 'Gift_124')).toBe(false);
  });
});
