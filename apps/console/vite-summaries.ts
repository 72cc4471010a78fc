import type { Plugin } from 'vite';

/** Documentation texts of the calls, and the header schemas, which only the server checks. */
const SUMMARY = /^\s*(?:headers:\s*\w+|summary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")),$/gm;
const DESCRIPTION = /\b(?:description|source):\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"),?/g;

/** Removes documentation texts of the API table and of the policy from the bundle. */
export function withoutSummaries(): Plugin {
  let files = 0;
  return {
    name: 'without-summaries',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /packages\/(contract\/src\/[\w-]+\/[\w-]+\.calls|domain\/src\/access\/policy)\.ts$/ },
      handler(code, id) {
        const stripped = code.replaceAll(id.endsWith('policy.ts') ? DESCRIPTION : SUMMARY, '');
        // A renamed field would otherwise silently put the texts back into the bundle.
        if (stripped === code) throw new Error(`No documentation text found in ${id}.`);
        files += 1;
        return stripped;
      },
    },
    buildEnd(error) {
      // Moved files would otherwise do the same.
      if (!error && files < 2) throw new Error('The filter of without-summaries matches no call.');
    },
  };
}

/** The console sends queries and parses none: schemas without transformations are enough. */
const PLAIN_QUERY = `import * as z from 'zod/mini';
export const TimeText = z.string();
export const listOf = (item) => z.array(item);
export const csvQuery = {};`;

/** Replaces the parsers of query parameters (`contract/http/query`), which would be in the first load. */
export function withoutQueryParsers(): Plugin {
  return {
    name: 'without-query-parsers',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /packages\/contract\/src\/http\/query\.ts$/ },
      handler: () => PLAIN_QUERY,
    },
  };
}
