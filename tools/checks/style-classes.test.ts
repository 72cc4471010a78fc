import { expect, it } from 'vitest';
import { classFaults } from './style-classes.mjs';

const theme = { loaded: '.row {\n  display: flex;\n}\n', applied: '.tight {\n  letter-spacing: 0;\n}\n' };
const faultsOf = (...texts: string[]) =>
  classFaults(
    theme,
    texts.map((text) => ({ path: 'a', text })),
  );
const USED = '.a { @apply row tight pad-5-6; }';

it.each([
  ['@apply', '.a {\n  @apply roww;\n}'],
  ['className', '<p className="roww" />'],
  ['className beside a class of a module', `<p className={\`row roww \${classes.a}\`} />`],
])('a shared class that does not exist is found in %s', (_where, text) => {
  expect(faultsOf(USED, text)).toEqual(['a: no shared class is named roww']);
});

it('a class for @apply only is unknown to elements', () => {
  expect(faultsOf(USED, '<p className="tight" />')).toEqual(['a: no shared class is named tight']);
});

it('a module that composes a shared class is found', () => {
  expect(faultsOf(USED, '.a {\n  composes: row from global;\n}')).toEqual([
    'a: write @apply instead of composes',
  ]);
});

it('a shared class that nothing uses is found', () => {
  expect(faultsOf('.a { @apply row; }')).toEqual(['ui/theme: nothing uses the class tight']);
});
