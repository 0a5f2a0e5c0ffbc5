import '#renderer/kit/styles/index.css';
import { z } from 'zod';
import { startPage } from './start.tsx';

// The page's policy forbids code from strings, so zod must not compile schemas.
z.config({ jitless: true });

void startPage();
