export { replayPath } from './replay/replayPath.ts';
export { RehearsalButton } from './room/Rehearsal.tsx';
