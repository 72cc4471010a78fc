import { createAtom, useSelector } from '@tanstack/react-store';

export const COLOUR_SCHEMES = ['light', 'dark', 'auto'] as const;
export type ColourScheme = (typeof COLOUR_SCHEMES)[number];

/** The key that `public/prelude.js` reads before the first paint. */
const STORED = 'colour-scheme';
const isScheme = (value: string | null): value is ColourScheme =>
  COLOUR_SCHEMES.some((scheme) => scheme === value);

function storedScheme(): ColourScheme {
  const stored = localStorage.getItem(STORED);
  return isScheme(stored) ? stored : 'auto';
}

/** Number of changes, to notify subscribers; the browser's storage holds the scheme. */
const changes = createAtom(0);
const systemIsDark = () => window.matchMedia('(prefers-color-scheme: dark)');

function apply() {
  const chosen = storedScheme();
  const isDark = chosen === 'dark' || (chosen === 'auto' && systemIsDark().matches);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
}

export function setColourScheme(scheme: ColourScheme) {
  localStorage.setItem(STORED, scheme);
  apply();
  changes.set((count) => count + 1);
}

export const useColourScheme = () => useSelector(changes, storedScheme);

/** Follows the system and the other tabs of this browser. */
export function watchColourScheme() {
  systemIsDark().addEventListener('change', apply);
  window.addEventListener('storage', ({ key }) => {
    if (key !== STORED) return;
    apply();
    changes.set((count) => count + 1);
  });
}
