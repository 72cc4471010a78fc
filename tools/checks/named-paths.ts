import type { Source } from './requirements.ts';

const QUOTED = /`([^`\s]+)`/g;
/** A name with a file extension of ours; placeholders and patterns are no paths. */
const PATH = /^(?:[\w@.-]+\/)*[\w@.-]+\.(?:ts|tsx|mjs|md|css|yml|sh)$/;
const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

const prose = ({ path, text }: Source) =>
  path.endsWith('.md') ? text : [...text.matchAll(COMMENT)].map(([comment]) => comment).join('\n');

/** Build results exist only after a build. */
const BUILT = /(^|\/)dist\//;

/** Paths in backticks, in documents and comments, that are the end of no file's path. */
export function missingPaths(sources: readonly Source[], files: readonly string[]): string[] {
  const ends = new Set(
    files.flatMap((file) => {
      const parts = file.split('/');
      return parts.map((_, at) => parts.slice(at).join('/'));
    }),
  );
  return sources.flatMap((source) => {
    const named = [...prose(source).matchAll(QUOTED)].map(([, name = '']) => name.replace(/^\.\//, ''));
    const missing = named.filter((name) => PATH.test(name) && !BUILT.test(name) && !ends.has(name));
    return [...new Set(missing)].map((name) => `${source.path}: \`${name}\` does not exist`);
  });
}
