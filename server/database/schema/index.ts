export * from './accounts.ts';
export * from './accounts.ts';
export * from './content.ts';
export * from './synced.ts';
