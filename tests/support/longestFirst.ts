import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The files that take over a minute, longest first. `npm test` lists the slowest files of a run. One that starts last
 * keeps a single worker busy while the others have nothing left to do.
 */
const longest = [
  'tests/e2e/axe.test.ts',
  'tests/e2e/longShow.test.ts',
  'tests/integration/cluster/takeover.test.ts',
  'tests/e2e/hostPlaces.test.ts',
  'tests/integration/server/embedded.test.ts',
];

/** Starts the longest files of each project first, then the others in Vitest's own order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = longest.indexOf(relative(this.ctx.config.root, moduleId));
      return place < 0 ? longest.length : place;
    };
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}
