/** The names of the two parts of a whole backup, which is a folder. */
export const ACCOUNTS = 'accounts.jsonl.gz';
export const DATA = 'data';
