import type { Plugin } from 'vite';

/** Documentation texts of the calls, and the header schemas, which only the server checks. */
const SUMMARY = /^\s*(?:headers:\s*\w+|summary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")),$/gm;
const WORDS = /\b(?:words|source):\s*'(?:[^'\\]|\\.)*',?/g;

/** Removes documentation texts of the API table and of the policy from the bundle. */
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
