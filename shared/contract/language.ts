import { z } from 'zod';

/** The languages of the product. The first one is the default. */
export const languages = ['ja', 'en', 'zh_CN'] as const;
export const languageSchema = z.enum(languages);
export type Language = z.infer<typeof languageSchema>;
