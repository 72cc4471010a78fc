import { existsSync, readdirSync } from 'node:fs';
import type { Plugin } from 'vite';

const I18N = new URL('../../packages/i18n/src/', import.meta.url);
/** A language is a folder of locale files. */
const LANGUAGES = readdirSync(I18N).filter((folder) => existsSync(new URL(`${folder}/login.json`, I18N)));

const CALL = /\b(areaTexts|pageTexts|textFiles)\(((?:\s*'[\w-]+',?)+)\s*\)/g;

const withImports = (name: string) =>
  `['${name}', { ${LANGUAGES.map((language) => `${language}: () => import('@manoboard/i18n/${language}/${name}.json')`)} }]`;

/**
 * Adds to each name that the functions of `lib/texts/area-texts.tsx` get the imports of its locale file in all languages. With a glob over
 * all files, the addresses of all of them would be in the first load (1.5 kB).
 */
export function textImports(): Plugin {
  return {
    name: 'text-imports',
    enforce: 'pre',
    transform: {
      filter: { id: /apps\/console\/src\/.*\.tsx?(?:\?|$)/, code: CALL },
      handler: (code) => ({
        code: code.replace(CALL, (_call, load: string, names: string) => {
          const files = [...names.matchAll(/'([\w-]+)'/g)].map(([, name = '']) => withImports(name));
          return `${load}(${files.join(', ')})`;
        }),
        map: null,
      }),
    },
  };
}
