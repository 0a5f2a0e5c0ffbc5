import { hasFlag } from './choice.ts';

/** `npm run mutate`: mutation testing of the rules of the game; with `--all`, of the product around them. */
await import(hasFlag('all') ? './product.ts' : './rules.ts');
