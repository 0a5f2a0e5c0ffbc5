import './styles/index.css';
import { startPage } from './app/start.tsx';

startPage();
