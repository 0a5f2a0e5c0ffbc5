import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** What `npm test -- --changed` runs for a list of changed files. */
interface ChangedPlan {
  /** Files for the linter. */
  lint: string[];
  /** Changed tests that need a socket, a database or a browser. Others of their kind do not run. */
  slowTests: string[];
}

/** The value of `--changed` or `--changed=COMMIT`: the commit to compare with. Null without the option. */
export function changedSince(args: readonly string[]): string | null {
  const option = args.find((arg) => arg === '--changed' || arg.startsWith('--changed='));
  return option === undefined ? null : option.slice('--changed='.length) || 'HEAD';
}

/** Sorts changed files, with paths relative to the project, into what has to be run. */
export function planOf(files: readonly string[]): ChangedPlan {
  return {
    lint: files.filter((file) => /\.(?:[cm]?[jt]sx?|json|css|html)$/.test(file)),
    slowTests: files.filter((file) => /^tests\/(?:integration|e2e)\/.*\.test\.ts$/.test(file)),
  };
}

/** Lists the files that differ from a commit, without deleted ones. Throws if git does not know the commit. */
export function changedFiles(root: string, since: string): string[] {
  const git = (...args: string[]) => {
    const { status, stdout, stderr, error } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
    if (status !== 0) throw new Error(`git ${args[0]}: ${error?.message ?? stderr}`);
    return stdout.split('\0').filter((name) => name !== '' && existsSync(join(root, name)));
  };
  const tracked = git('diff', '--name-only', '--relative', '-z', since, '--');
  return [...tracked, ...git('ls-files', '--others', '--exclude-standard', '-z')];
}
