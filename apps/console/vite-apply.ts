import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const SOURCES = ['primitives', 'mixins'].map((name) => join(import.meta.dirname, `src/ui/theme/${name}.css`));
const CLASS = /^\.([\w-]+) \{\n([\s\S]*?)^\}/gm;
const RULE = /\{([^{}]*@apply[^{}]*)\}/g;
const APPLY = /@apply ([\w\s-]+);/g;
/** `pad-5-6`, `gap-2-6`, `margin-0-0-6`, `margin-top-4`: steps of the spacing tokens. */
const SPACING = /^(pad|gap|margin(?:-top|-bottom)?)((?:-\d)+)$/;

const step = (digit: string) => (digit === '0' ? '0' : `var(--space-${digit})`);

function declarationsOf(name: string, classes: ReadonlyMap<string, string>): string {
  const known = classes.get(name);
  if (known !== undefined) return known;
  const [, property, steps] = SPACING.exec(name) ?? [];
  if (!steps) throw new Error(`@apply: no class .${name} in primitives.css or mixins.css`);
  return `${property === 'pad' ? 'padding' : property}: ${steps.slice(1).split('-').map(step).join(' ')};`;
}

/** Replaces each `@apply row gap-3;` by the declarations of these classes; nested rules go to the end of the rule. */
export function expandApplied(css: string): string {
  const texts = SOURCES.map((source) => readFileSync(source, 'utf8'));
  const classes = new Map(
    texts.flatMap((text) => [...text.matchAll(CLASS)].map(([, name = '', body = '']) => [name, body.trim()])),
  );
  return css.replaceAll(RULE, (_rule, body: string) => {
    const nested: string[] = [];
    const plain = body.replaceAll(APPLY, (_apply, names: string) => {
      const bodies = names
        .trim()
        .split(/\s+/)
        .map((name) => declarationsOf(name, classes));
      nested.push(...bodies.filter((text) => text.includes('{')));
      return bodies.filter((text) => !text.includes('{')).join(' ');
    });
    return `{${[plain, ...nested].join('\n')}}`;
  });
}

/** Unlike `composes`, it works in rules with descendants and in media queries, and adds no names to the scripts. */
export function appliedClasses(): Plugin {
  return {
    name: 'applied-classes',
    enforce: 'pre',
    transform: { filter: { id: /\.module\.css$/ }, handler: expandApplied },
  };
}
