import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';

type Tree = { [key: string]: string | Tree };

const compileTree = (tree: Tree): object =>
  Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [
      key,
      typeof value === 'string' ? compile(value) : compileTree(value),
    ]),
  );

/** Parses the ICU messages at build time, so that the parser (13 kB compressed) stays out of the page. */
export function compiledMessages(): Plugin {
  return {
    name: 'compiled-messages',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
    }),
    transform: {
      filter: { id: /packages\/i18n\/src\/\w+\/[\w-]+\.json$/ },
      handler: (code) => JSON.stringify(compileTree(JSON.parse(code) as Tree)),
    },
  };
}
