import { describe, expect, it } from 'vitest';
import { ConfigError } from '#server/config.ts';
import { explain } from '#server/explain.ts';
import { RingsideError } from '#shared/contract/error.ts';

const fault = (code: string) => Object.assign(new Error(`listen ${code}`), { code });

describe('the message of a failed start', () => {
  it('names the folder on a full disk', () => {
    expect(explain(new RingsideError('storage.full', { place: '/srv/shows' }))).toBe(
      'The disk of /srv/shows is full. Free some space, or set a folder on another disk: DATA_DIR=/path/to/folder.',
    );
    expect(explain(new RingsideError('storage.full'))).toMatch(/^The disk of DATA_DIR is full\. /);
  });

  it('names a folder that cannot be written, without claiming that the disk is full', () => {
    const said = explain(new RingsideError('storage.unwritable', { path: '/srv/shows' }));
    expect(said).toMatch(/^Ringside cannot write to \/srv\/shows\. .*DATA_DIR=/);
    expect(said).not.toContain('full');
  });

  it('names a folder that another Ringside uses', () => {
    expect(explain(new RingsideError('storage.inUse', { path: '/srv/shows' }))).toMatch(
      /^Another Ringside is using \/srv\/shows\. Stop it/,
    );
  });

  it('says how to change a port or address that cannot be used', () => {
    expect(explain(fault('EADDRINUSE'))).toContain('PORT=5190 npm start');
    expect(explain(fault('EACCES'))).toContain('above 1024');
    expect(explain(fault('EADDRNOTAVAIL'))).toContain('HOST=127.0.0.1');
    expect(explain(fault('ENOTFOUND'))).toContain('HOST=127.0.0.1');
  });

  it('is the message of an invalid setting', () => {
    expect(explain(new ConfigError('PORT is no port.'))).toBe('PORT is no port.');
  });

  it('is the stack of an unknown error', () => {
    const defect = new Error('it broke');
    expect(explain(defect)).toBe(defect.stack);
    expect(explain('thrown as a text')).toBe('thrown as a text');
  });
});
