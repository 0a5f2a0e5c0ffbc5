import type { Reporter, TestModule } from 'vitest/node';

/**
 * Names the tests that passed at their second try only, with what the first one said. A new machine's verdict must
 * not hang on one unlucky moment in twenty minutes of a real browser; but each such moment is a defect, of the test
 * or of the product, and is to be found out and mended, so that none of them goes by unseen.
 */
export default class SecondTries implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const lines = modules.flatMap((module) =>
      [...module.children.allTests()]
        .filter((test) => test.result().state === 'passed' && test.attempts().length > 1)
        .flatMap((test) => [
          `  ${module.relativeModuleId}: ${test.fullName}`,
          ...(test.result().errors ?? []).map(({ message, stacks }) => {
            const [at] = stacks ?? [];
            const where = at === undefined ? '' : ` (line ${at.line})`;
            return `    ${message.replaceAll('\n', '\n    ')}${where}`;
          }),
        ]),
    );
    if (lines.length > 0)
      process.stdout.write(`\nPassed at the second try only, each a defect to mend:\n${lines.join('\n')}\n`);
  }
}
