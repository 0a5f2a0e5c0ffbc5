import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import en from '#locales/en.json';
import ja from '#locales/ja.json';
import zh from '#locales/zh_CN.json';

export const ROOT = join(import.meta.dirname, '../../..');

export const locales: Readonly<Record<string, Readonly<Record<string, string>>>> = { en, ja, zh_CN: zh };

export interface Page {
  /** From the top folder, with slashes. */
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

/** The language of a page for hosts; null for the others, which are in English and quote nothing. */
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

/** Files and folders of the sources that a page names. */
export function pathsOf({ text }: Page): string[] {
  const folders = 'shared|backstage|server|electron|renderer|overlay|locales|build|tests|docs';
  const named = new RegExp(`\`((?:${folders})/[\\w./-]*)\``, 'g');
  return Array.from(text.matchAll(named), ([, path]) => path ?? '');
}

/** What a page shows in bold: words that a host reads on screen. */
export function labelsOf({ text }: Page): string[] {
  return Array.from(text.matchAll(/\*\*(.+?)\*\*/g), ([, label]) => label ?? '');
}

/** Bold words at whose ends Markdown sees no end: a sign inside the stars and a letter right outside them. */
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

/** A text of a locale as pages quote it: … stands for what is put in. */
export function quoted(text: string): string {
  return text.replace(/\{\{\w+\}\}/g, '…');
}
