import { z } from 'zod';

/** What a page reads of the server's `GET /api/health`. */
export const healthSchema = z.object({ data: z.object({ build: z.string() }) });
