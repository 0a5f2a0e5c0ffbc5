export { RehearsalButton } from './room/Rehearsal.tsx';
