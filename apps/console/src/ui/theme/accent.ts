import { createAtom, useSelector } from '@tanstack/react-store';
import { shadesOf } from './palette.ts';

export const presets = {
  teal: '#0f766e',
  cyan: '#0b7285',
  blue: '#1971c2',
  indigo: '#4f46e5',
  violet: '#9333ea',
  pink: '#db2777',
  red: '#e03131',
  orange: '#d9480f',
  amber: '#b45309',
  olive: '#4d7c0f',
  green: '#15803d',
  slate: '#475569',
} as const;
export type Preset = keyof typeof presets;

export const DEFAULT_ACCENT = presets.teal;
/** Storage keys that `public/prelude.js` reads before the first paint. */
const STORED = 'accent';
const STORED_SHADES = 'accent-shades';

const isColour = (value: string | null): value is string => /^#[0-9a-f]{6}$/i.test(value ?? '');
/** Number of changes, to notify subscribers; the browser's storage holds the colour. */
const changes = createAtom(0);

function storedAccent(): string {
  const stored = localStorage.getItem(STORED);
  return isColour(stored) ? stored : DEFAULT_ACCENT;
}

/** Sets CSS variables on the root element; a new theme object would render every component again. */
export function setAccent(colour: string) {
  if (!isColour(colour)) return;
  const shades = shadesOf(colour);
  shades.forEach((shade, i) => {
    document.documentElement.style.setProperty(`--accent-${i * 100 || 50}`, shade);
  });
  localStorage.setItem(STORED, colour);
  localStorage.setItem(STORED_SHADES, shades.join());
  changes.set((count) => count + 1);
}

export const useAccent = () => useSelector(changes, storedAccent);
