import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { changedFiles, changedSince, planOf } from '#tests/support/changed.ts';
import { skipUnless } from '#tests/support/skipUnless.ts';

const hasGit = spawnSync('git', ['--version']).status === 0;

describe('npm test -- --changed', () => {
  it('compares with the last commit, or with the named one', () => {
    expect(changedSince(['--changed'])).toBe('HEAD');
    expect(changedSince(['x', '--changed=main'])).toBe('main');
    expect(changedSince(['tests/unit'])).toBeNull();
  });

  it('lints changed sources, and runs changed tests of the slow kinds only', () => {
    const files = [
      'shared/game/fold.ts',
      'docs/rules.md',
      'tests/unit/game/fold.test.ts',
      'tests/e2e/axe.test.ts',
      'tests/integration/server/support/harness.ts',
    ];
    expect(planOf(files)).toEqual({
      lint: files.filter((file) => file !== 'docs/rules.md'),
      slowTests: ['tests/e2e/axe.test.ts'],
    });
  });

  it(
    'sees edited and new files, but neither deleted nor ignored ones',
    skipUnless(hasGit, 'git is not installed'),
    () => {
      const root = mkdtempSync(join(tmpdir(), 'ringside-changed-'));
      onTestFinished(() => rmSync(root, { recursive: true }));
      const write = (name: string, text: string) => writeFileSync(join(root, name), text);
      const git = (...args: string[]) =>
        execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], { cwd: root });
      git('init', '-q');
      write('.gitignore', 'dist');
      for (const name of ['same.ts', 'edited.ts', 'deleted.ts']) write(name, 'one');
      git('add', '.');
      git('commit', '-q', '-m', 'Add files');
      write('edited.ts', 'two');
      write('new file.ts', 'one');
      write('dist', 'built');
      rmSync(join(root, 'deleted.ts'));
      expect(changedFiles(root, 'HEAD').sort()).toEqual(['edited.ts', 'new file.ts']);
      expect(() => changedFiles(root, 'no-such-commit')).toThrow(/git diff/);
    },
  );
});
