import type { Plugin } from 'vite';

const SUMMARY = /^\s*summary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"),$/gm;

/** The calls' sentences are for the OpenAPI document: the page does without. */
export function withoutSummaries(): Plugin {
  return {
    name: 'without-summaries',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /packages\/contract\/src\/calls\/[^/]+\.ts$/ },
      handler: (code) => code.replaceAll(SUMMARY, ''),
    },
  };
}
