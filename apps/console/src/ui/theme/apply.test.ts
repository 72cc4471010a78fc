import { expect, it } from 'vitest';
import { expandApplied } from '../../../vite-apply.ts';

it('@apply is replaced by the declarations of primitives, mixins and steps of the spacing', () => {
  expect(expandApplied('.a li { @apply block tight pad-0-5 margin-top-4; top: 0; }')).toBe(
    '.a li { display: block; letter-spacing: -0.02em; padding: 0 var(--space-5); margin-top: var(--space-4); top: 0; }',
  );
});

it('nested rules of a mixin follow the own declarations, which they override', () => {
  const css = expandApplied('.a { @apply touch; min-height: 1rem; }').replaceAll(/\s+/g, ' ');
  expect(css).toBe('.a { min-height: 1rem; @media (pointer: coarse) { min-height: 2.75rem; }}');
});

it('an unknown name ends the build', () => {
  expect(() => expandApplied('.a { @apply roww; }')).toThrow('no class .roww');
});
