/** For how long (ms) a key or a click is meant for what was there before a change: shorter than a human reaction. */
export const REACTION_MS = 300;
