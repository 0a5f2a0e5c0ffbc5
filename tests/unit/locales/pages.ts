import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import en from '#locales/en.json';
import ja from '#locales/ja.json';
import zh from '#locales/zh_CN.json';

export const ROOT = join(import.meta.dirname, '../../..');

export const locales: Readonly<Record<string, Readonly<Record<string, string>>>> = { en, ja, zh_CN: zh };

interface Page {
  /** Path from the project's root, with slashes. */
  file: string;
  text: string;
}

/** Every page of the project. */
export function allPages(): Page[] {
  const top = readdirSync(ROOT).filter((name) => name.endsWith('.md'));
  const docs = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name.replaceAll('\\', '/')}`);
  return [...top, ...docs].map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));
}

/** The language of a page for hosts; null for other pages, which are in English and quote no texts. */
export function languageOf({ file }: Page): string | null {
  if (file === 'README.md') return 'en';
  return /^README\.(\w+)\.md$/.exec(file)?.[1] ?? /^docs\/host\/(\w+)\//.exec(file)?.[1] ?? null;
}

/** Targets of links and pictures inside the project. */
export function linksOf({ text }: Page): string[] {
  return Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, target]) => target ?? '').filter(
    (target) => !/^[a-z]+:/.test(target),
  );
}

/** Paths of sources in the page's code marks. */
export function pathsOf({ text }: Page): string[] {
  const folders = 'shared|backstage|server|electron|renderer|overlay|locales|build|tests|docs';
  const named = new RegExp(`\`((?:${folders})/[\\w./-]*)\``, 'g');
  return Array.from(text.matchAll(named), ([, path]) => path ?? '');
}

/** The bold texts of a page, which are visible texts of the product. */
export function labelsOf({ text }: Page): string[] {
  return Array.from(text.matchAll(/\*\*(.+?)\*\*/g), ([, label]) => label ?? '');
}

/**
 * Bold texts that Markdown does not recognise, because punctuation is inside the stars and a letter directly outside.
 */
export function brokenBold({ text }: Page): string[] {
  const parts = text.split('**');
  const isSign = (char: string) => /[\p{P}\p{S}]/u.test(char);
  const isLetter = (char: string) => /[\p{L}\p{N}]/u.test(char);
  return parts.filter((label, place) => {
    if (place % 2 === 0) return false;
    const before = parts[place - 1]?.slice(-1) ?? '';
    const after = parts[place + 1]?.slice(0, 1) ?? '';
    return (isSign(label.slice(0, 1)) && isLetter(before)) || (isSign(label.slice(-1)) && isLetter(after));
  });
}

/** A locale's text as pages quote it: … replaces each placeholder. */
export function quoted(text: string): string {
  return text.replace(/\{\{\w+\}\}/g, '…');
}
