import { describe, expect, it } from 'vitest';
import { ConfigError } from '#server/config.ts';
import { explain } from '#server/explain.ts';
import { RingsideError } from '#shared/contract/error.ts';

const fault = (code: string) => Object.assign(new Error(`listen ${code}`), { code });

describe('a server that cannot start says in a sentence why, and what to do', () => {
  it('where the disk is full, naming the place', () => {
    expect(explain(new RingsideError('storage.full', { place: '/srv/shows' }))).toBe(
      'The disk of /srv/shows is full. Free some space, or set a folder on another disk: DATA_DIR=/path/to/folder.',
    );
    expect(explain(new RingsideError('storage.full'))).toMatch(/^The disk of DATA_DIR is full\. /);
  });

  it('where it may not write, which is not the same as a full disk', () => {
    const said = explain(new RingsideError('storage.unwritable', { path: '/srv/shows' }));
    expect(said).toMatch(/^Ringside cannot write to \/srv\/shows\. .*DATA_DIR=/);
    expect(said).not.toContain('full');
  });

  it('where another Ringside has the folder', () => {
    expect(explain(new RingsideError('storage.inUse', { path: '/srv/shows' }))).toMatch(
      /^Another Ringside is using \/srv\/shows\. Stop it/,
    );
  });

  it('where the port or the address cannot be had', () => {
    expect(explain(fault('EADDRINUSE'))).toContain('PORT=5190 npm start');
    expect(explain(fault('EACCES'))).toContain('above 1024');
    expect(explain(fault('EADDRNOTAVAIL'))).toContain('HOST=127.0.0.1');
    expect(explain(fault('ENOTFOUND'))).toContain('HOST=127.0.0.1');
  });

  it('where a setting is wrong, with the sentence of the setting alone', () => {
    expect(explain(new ConfigError('PORT is no port.'))).toBe('PORT is no port.');
  });

  it('and shows a defect of its own with the place where it happened', () => {
    const defect = new Error('it broke');
    expect(explain(defect)).toBe(defect.stack);
    expect(explain('thrown as a text')).toBe('thrown as a text');
  });
});
