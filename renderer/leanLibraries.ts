/**
 * For the build: leaves out what libraries carry along and no page uses, because the first page is to be there soon on
 * a phone as well. What a later version of a library has under another name simply stays in; the size of the home
 * page is tested.
 */
export function leanLibraries() {
  return {
    name: 'ringside-lean-libraries',
    apply: 'build' as const,
    enforce: 'pre' as const,
    async resolveId(this: Resolver, source: string, importer: string | undefined) {
      // Its exports name the development build, warnings and all, whatever is built.
      if (!/^react-router(?:\/dom)?$/.test(source)) return null;
      const found = await this.resolve(source, importer, { skipSelf: true });
      return found?.id.replace('/dist/development/', '/dist/production/') ?? null;
    },
    transform(source: string, id: string) {
      const cut = cuts.find(({ file }) => id.endsWith(file));
      return cut === undefined ? null : { code: cut.apply(source), map: null };
    },
  };
}

interface Resolver {
  resolve(
    source: string,
    importer: string | undefined,
    options: { skipSelf: boolean },
  ): Promise<{ id: string } | null>;
}

interface Cut {
  /** How the name of the module ends. */
  file: string;
  apply(source: string): string;
}

const cuts: readonly Cut[] = [
  {
    // Schemas are written as JSON Schema by the server, which documents its calls with them; a page only parses.
    file: '/zod/v4/classic/schemas.js',
    apply: (source) =>
      source
        .replaceAll(/^.*_zod\.processJSONSchema = .*$/gm, '')
        // A page tells its reader what is wrong by sentences of its own.
        .replace(/^import en from .*$/m, 'const en = () => ({});')
        .replace(
          /^import \{[^}]*createToJSONSchemaMethod[^}]*\} from .*$/m,
          'const none = () => () => null; const createToJSONSchemaMethod = none, createStandardJSONSchemaMethod = none;',
        ),
  },
  {
    // Browsers are asked by XMLHttpRequest; the other way would only lie there.
    file: '/axios/lib/adapters/adapters.js',
    apply: (source) =>
      source.replace(
        /^import \* as fetchAdapter from .*$/m,
        'const fetchAdapter = { getFetch: () => null };',
      ),
  },
  {
    file: '/axios/lib/axios.js',
    apply: (source) => source.replace(/^import HttpStatusCode from .*$/m, 'const HttpStatusCode = {};'),
  },
];
