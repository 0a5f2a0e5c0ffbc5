import { afterAll } from 'vitest';
import { closeTabs } from '#tests/support/sharedBrowser.ts';

afterAll(closeTabs);
