import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitingPage, widgetOf } from './waitingPage.ts';

export interface LocalLink {
  id: string;
  name: string;
  token: string;
}

/** Characters of a name: with them a file can be told from others, and no system refuses its path. */
const LONGEST_NAME = 40;
/** What Windows does not take as the name of a file, with whatever ending. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * The local pages of widgets, one file each, kept in step with the links. A widget that was renamed has its file
 * under the new name, and the one under the old name goes on to work: it is in somebody's streaming software.
 */
export class LocalFiles {
  readonly #folder: string;
  readonly #log: (message: string, error?: unknown) => void;

  constructor(folder: string, log: (message: string, error?: unknown) => void) {
    this.#folder = folder;
    this.#log = log;
  }

  /** The path of a widget's file. */
  pathOf({ id, name }: Pick<LocalLink, 'id' | 'name'>): string {
    return join(this.#folder, fileName(id, name));
  }

  /** Writes the files anew that are not as they should be, and removes those of widgets that are no more. */
  keep(links: readonly LocalLink[], urlOf: (token: string) => string): void {
    try {
      mkdirSync(this.#folder, { recursive: true });
      const present = this.#read();
      for (const { id, name, token } of links) {
        const page = waitingPage({ id, name, url: urlOf(token) });
        const files = new Set([fileName(id, name)]);
        for (const [file, { widget }] of present) if (widget === id) files.add(file);
        for (const file of files) if (present.get(file)?.html !== page) this.#write(file, page);
      }
      const ids = new Set(links.map(({ id }) => id));
      for (const [file, { widget }] of present) if (!ids.has(widget)) rmSync(join(this.#folder, file));
    } catch (error) {
      // The links themselves work all the same; the next change tries again.
      this.#log('the local pages of widgets cannot be written', error);
    }
  }

  #read(): Map<string, { widget: string; html: string }> {
    const found = new Map<string, { widget: string; html: string }>();
    for (const file of readdirSync(this.#folder)) {
      if (!file.endsWith('.html')) continue;
      const html = readFileSync(join(this.#folder, file), 'utf8');
      const widget = widgetOf(html);
      if (widget !== null) found.set(file, { widget, html });
    }
    return found;
  }

  #write(file: string, page: string): void {
    const path = join(this.#folder, file);
    writeFileSync(`${path}.next`, page);
    renameSync(`${path}.next`, path);
  }
}

/** The widget's name as far as a file can have it, and a part of its id, so that two of one name are two. */
export function fileName(id: string, name: string): string {
  const plain = [...name.normalize('NFC').replace(/[^\p{L}\p{N} _-]/gu, ' ')].slice(0, LONGEST_NAME).join('');
  const tidy = plain.replace(/\s+/g, ' ').trim();
  const known = tidy === '' || RESERVED.test(tidy) ? 'widget' : tidy;
  return `${known}-${id.replace(/[^A-Za-z0-9]/g, '').slice(0, 6)}.html`;
}
