import type { Plugin, Rolldown } from 'vite';

const TEXTS = /packages\/i18n\/src\/(\w+)\/(login|admin)\.json$/;
/**
 * What a page needs besides the entry: chunk groups of `vite.config.ts`, and locale files. `admin` is for pages after the
 * login that have no list of their own.
 */
const AREAS = {
  auth: { chunks: ['form', 'auth'], texts: ['login'] },
  admin: { chunks: ['shell', 'form'], texts: ['login', 'admin'] },
  overview: { chunks: ['shell', 'form', 'device'], texts: ['login', 'admin'] },
  dashboard: { chunks: ['shell', 'form', 'device', 'dashboard'], texts: ['login', 'admin'] },
};
type FirstFiles = Record<string, Record<string, string[]>>;

const isChunk = (file: Rolldown.OutputAsset | Rolldown.OutputChunk) => file.type === 'chunk';

function filesOf(bundle: Rolldown.OutputBundle): FirstFiles {
  const chunks = Object.values(bundle).filter(isChunk);
  const named = (name: string) => {
    const chunk = chunks.find((candidate) => candidate.name === name);
    if (!chunk) throw new Error(`There is no chunk named ${name}.`);
    return [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])];
  };
  const first: FirstFiles = {};
  for (const { facadeModuleId, fileName } of chunks) {
    const [, locale, texts] = TEXTS.exec(facadeModuleId ?? '') ?? [];
    if (!locale || !texts) continue;
    for (const [area, needs] of Object.entries(AREAS)) {
      if (!needs.texts.includes(texts)) continue;
      first[area] ??= {};
      first[area][locale] ??= needs.chunks.flatMap(named);
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
