import { type Preset, presets } from '../../../../ui/theme/accent.ts';
import type { GalleryEntry } from '../gallery-entry.ts';

/** The tokens of `ui/theme/theme.css` by their use. */
const TOKENS = {
  surfaces: ['bg', 'card', 'inset', 'line', 'line-strong', 'faint'],
  text: ['ink', 'dim', 'off'],
  states: ['run', 'run-ink', 'run-soft', 'wait', 'wait-ink', 'wait-soft', 'stop', 'stop-ink', 'stop-soft'],
  values: ['c-pressure', 'c-freq', 'c-current', 'c-load', 'c-temp'],
};

const swatch = (colour: string) => (
  <span className="w-full rounded-md inset-ring inset-ring-line-strong h-10" style={{ background: colour }} />
);

export const colourEntries: readonly GalleryEntry[] = [
  ...Object.entries(TOKENS).map(([name, tokens]) => ({
    name,
    path: 'ui/theme/theme.css',
    states: tokens.map((token) => ({ code: `var(--${token})`, render: () => swatch(`var(--${token})`) })),
  })),
  {
    name: 'primary',
    path: 'ui/theme/theme.ts',
    states: Array.from({ length: 10 }, (_, shade) => `var(--accent-${shade * 100 || 50})`).map((code) => ({
      code,
      render: () => swatch(code),
    })),
  },
  {
    name: 'presets',
    path: 'ui/theme/accent.ts',
    states: (Object.keys(presets) as Preset[]).map((preset) => ({
      code: preset,
      render: () => swatch(presets[preset]),
    })),
  },
];
