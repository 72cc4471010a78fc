import type { Plugin, Rolldown } from 'vite';

const TEXTS = /packages\/i18n\/src\/(\w+)\/(login|admin)\.json$/;
/** The chunk groups of `vite.config.ts` that a page needs besides the entry. */
const GROUPS = { auth: 'auth', admin: 'inside' } as const;
type Area = keyof typeof GROUPS;

const isChunk = (file: Rolldown.OutputAsset | Rolldown.OutputChunk) => file.type === 'chunk';

function filesOf(bundle: Rolldown.OutputBundle): Record<Area, Record<string, string[]>> {
  const chunks = Object.values(bundle).filter(isChunk);
  const named = (name: string) => {
    const chunk = chunks.find((candidate) => candidate.name === name);
    if (!chunk) throw new Error(`There is no chunk named ${name}.`);
    return [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])];
  };
  const first: Record<Area, Record<string, string[]>> = { auth: {}, admin: {} };
  for (const { facadeModuleId, fileName } of chunks) {
    const [, locale, texts] = TEXTS.exec(facadeModuleId ?? '') ?? [];
    if (!locale) continue;
    for (const area of texts === 'login' ? (['auth', 'admin'] as const) : (['admin'] as const)) {
      first[area][locale] ??= named(GROUPS[area]);
      first[area][locale].push(fileName);
    }
  }
  return first;
}

/**
 * Writes the list of files of the first view, by area and language, into the page. `public/prelude.js` preloads them in
 * parallel with the entry.
 */
export function firstFiles(): Plugin {
  return {
    name: 'first-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) =>
        html.replace(/(<script [^>]*id="first-files">).*?(?=<\/script>)/s, (_match, open: string) =>
          bundle ? open + JSON.stringify(filesOf(bundle)) : open,
        ),
    },
  };
}
