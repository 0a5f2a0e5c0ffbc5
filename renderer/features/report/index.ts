export { Recap } from './recap/Recap.tsx';
