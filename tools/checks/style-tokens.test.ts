import { expect, it } from 'vitest';
import { rawSizes } from './style-tokens.mjs';

it.each([
  ['font-size: 0.9rem', '.a { font-size: 0.9rem; }'],
  ['border-radius: 4px', '.a { border-radius: 4px; }'],
  ['border-bottom-left-radius: 0.25rem', '.a { border-bottom-left-radius: 0.25rem; }'],
  ['gap: var(--space-1) 0.5rem', '.a { gap: var(--space-1) 0.5rem; }'],
  ['padding-inline: 12px', '@media print { .a { padding-inline: 12px; } }'],
  ['padding: calc(1rem + 2px)', '.a { padding: calc(1rem + 2px); }'],
  ['(max-width: 640px)', '@media (max-width: 640px) { .a { margin: 0; } }'],
  ['(min-width: 40em)', '@media (min-width: 40em) { .a { margin: 0; } }'],
])('a raw size is found: %s', (found, css) => {
  expect(rawSizes(css)).toEqual([found]);
});

it.each([
  ['tokens', '.a { font-size: var(--text-md); padding: 0 var(--space-2); border-radius: var(--radius); }'],
  ['a hairline, a circle and none', '.a { padding: 1px 0; border-radius: 50%; gap: 0; }'],
  ['a calculation with a token', '.a { padding-right: calc(18px + var(--space-2)); }'],
  ['a breakpoint of the set', '@media (max-width: 40em) { .a { margin: 0; } }'],
  ['its other side', '@media (min-width: 64.01em) { .a { margin: 0; } }'],
  ['other properties and comments', '.a { margin: 3px; /* padding: 3px; */ width: 5rem; }'],
  ['a custom property', '.a { --card-padding: 3px; --mantine-gap: 2px; }'],
])('accepted: %s', (_what, css) => {
  expect(rawSizes(css)).toEqual([]);
});
