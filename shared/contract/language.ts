import { z } from 'zod';

/** The languages of the product, its default first. */
export const languages = ['ja', 'en', 'zh_CN'] as const;
export const languageSchema = z.enum(languages);
export type Language = z.infer<typeof languageSchema>;
