import { eachOf, type Gallery } from '../gallery.tsx';
import { presets } from './accent.ts';

/** The tokens of `theme.css` by their use. */
const TOKENS = {
  surfaces: ['bg', 'card', 'inset', 'line', 'line-strong', 'faint'],
  text: ['ink', 'dim', 'off'],
  states: ['run', 'run-ink', 'run-soft', 'wait', 'wait-ink', 'wait-soft', 'stop', 'stop-ink', 'stop-soft'],
  values: ['c-pressure', 'c-freq', 'c-current', 'c-load', 'c-temp'],
  accent: ['50', '100', '200', '300', '400', '500', '600', '700', '800', '900'].map(
    (shade) => `accent-${shade}`,
  ),
};

const swatch = (colour: string) => (
  <span className="w-full rounded-md inset-ring inset-ring-line-strong h-10" style={{ background: colour }} />
);

export const colours: Gallery = () => ({
  ...Object.fromEntries(
    Object.entries(TOKENS).map(([use, tokens]) => [
      use,
      Object.fromEntries(tokens.map((token) => [`var(--${token})`, swatch(`var(--${token})`)])),
    ]),
  ),
  presets: eachOf('preset', Object.keys(presets) as (keyof typeof presets)[], (preset) =>
    swatch(presets[preset]),
  ),
});
