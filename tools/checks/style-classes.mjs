const CLASS = /^\.([\w-]+)/gm;
const APPLIED = [/@apply ([\w\s-]+);/g];
const AS_CLASS = [/className="([\w\s-]+)"/g, /className=\{`([\w\s-]+)\$\{/g];
/** Puts names of classes into the scripts, and works only for a single class. */
const COMPOSES = /^\s*composes:/m;
/** Computed by `apps/console/vite-apply.ts`. */
const SPACING = /^(?:pad|gap|margin(?:-top|-bottom)?)(?:-\d)+$/;

const classesIn = (css) => new Set([...css.matchAll(CLASS)].map(([, name = '']) => name));
const namesIn = (text, uses) =>
  uses.flatMap((use) => [...text.matchAll(use)].flatMap(([, names = '']) => names.trim().split(/\s+/)));

/**
 * Shared classes that do not exist, those that nothing uses, and modules that compose instead of apply.
 * @param {{ loaded: string, applied: string }} theme stylesheets that pages load, and the one for `@apply` only
 * @param {{ path: string, text: string }[]} sources modules and components
 * @returns {string[]}
 */
export function classFaults(theme, sources) {
  const loaded = classesIn(theme.loaded);
  const applied = classesIn(theme.applied);
  const used = new Set();
  const unknown = sources.flatMap(({ path, text }) => {
    const inApply = namesIn(text, APPLIED);
    const asClass = namesIn(text, AS_CLASS);
    for (const name of [...inApply, ...asClass]) used.add(name);
    return [
      ...inApply.filter((name) => !loaded.has(name) && !applied.has(name) && !SPACING.test(name)),
      ...asClass.filter((name) => !loaded.has(name)),
    ].map((name) => `${path}: no shared class is named ${name}`);
  });
  const unused = [...loaded, ...applied].filter((name) => !used.has(name) && !name.startsWith('mantine-'));
  const composing = sources
    .filter(({ text }) => COMPOSES.test(text))
    .map(({ path }) => `${path}: write @apply instead of composes`);
  return [...unknown, ...composing, ...unused.map((name) => `ui/theme: nothing uses the class ${name}`)];
}
