import '#renderer/kit/styles/index.css';
import { z } from 'zod';
import { startPage } from './start.tsx';

// The page may not make code from strings, so schemas are not compiled; trying to would be reported.
z.config({ jitless: true });

void startPage();
