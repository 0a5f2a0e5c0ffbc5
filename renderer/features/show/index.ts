export { RehearsalButton } from './room/RehearsalButton.tsx';
