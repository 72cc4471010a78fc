import type { Plugin } from 'vite';

/** Only the server checks headers. */
const SUMMARY = /^\s*(?:headers:\s*\w+|summary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")),$/gm;
const WORDS = /\b(?:words|source):\s*'(?:[^'\\]|\\.)*',?/g;

/** The sentences of the calls and of the policy are for documents: the page does without. */
export function withoutSummaries(): Plugin {
  return {
    name: 'without-summaries',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /packages\/(contract\/src\/http\/calls\/[^/]+|domain\/src\/access\/policy)\.ts$/ },
      handler: (code, id) => code.replaceAll(id.endsWith('policy.ts') ? WORDS : SUMMARY, ''),
    },
  };
}
