import type { Reporter, TestModule } from 'vitest/node';

/** Lists the tests that passed only at their second try, with their first error. Each is a defect to fix. */
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
      process.stdout.write(`\nPassed at the second try only, each a defect to fix:\n${lines.join('\n')}\n`);
  }
}
