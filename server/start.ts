import './leanImports.ts';
import { flushCompileCache } from 'node:module';
import { letHeapGrow } from '#backstage/heap.ts';
import { keepCompiled } from './compileCache.ts';

/** `npm start`. All but these few lines is imported once what makes importing cheap is in place. */
letHeapGrow();
const isFirst = keepCompiled();
const { start } = await import('./main.ts');
// A server may run for months and end by a power cut.
await start({ loaded: isFirst ? flushCompileCache : () => undefined });
