import { afterEach, expect, it } from 'vitest';
import { presets, setAccent } from './accent.ts';

afterEach(() => {
  localStorage.clear();
  document.documentElement.removeAttribute('style');
});
const shade6 = () => document.documentElement.style.getPropertyValue('--accent-600');

it('R1.2 setAccent applies the colour to the page at once and stores it', () => {
  setAccent(presets.indigo);
  expect(shade6()).toMatch(/^#[0-9a-f]{6}$/);
  expect(localStorage.getItem('accent')).toBe(presets.indigo);
  expect(localStorage.getItem('accent-shades')?.split(',')[6]).toBe(shade6());
});

it('R1.2 setAccent ignores a value that is not a colour', () => {
  setAccent('red; background: url(x)');
  expect(shade6()).toBe('');
  expect(localStorage.getItem('accent')).toBeNull();
});
