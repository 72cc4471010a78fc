import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DEFAULT_ACCENT, presets } from './accent.ts';
import { shadesOf } from './palette.ts';

it('R1.2 the shades of the theme are those of the default accent', () => {
  const styles = readFileSync('apps/console/src/ui/theme/theme.css', 'utf8');
  const shades = [...styles.matchAll(/--accent-\d+: (#\w+);/g)].map(([, shade]) => shade);
  expect(shades).toEqual(shadesOf(DEFAULT_ACCENT));
});

function luminance(hex: string) {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
const contrastWithWhite = (hex: string) => 1.05 / (luminance(hex) + 0.05);

it.each([...Object.values(presets), '#ffff00', '#00ff00', '#ffffff', '#000000', '#ff00ff'])(
  'R1.2 white text on a button of the accent %s has a contrast of at least 4.5:1',
  (colour) => {
    const shades = shadesOf(colour);
    expect(shades).toHaveLength(10);
    expect(shades.every((shade) => /^#[0-9a-f]{6}$/.test(shade))).toBe(true);
    expect(contrastWithWhite(shades[6] ?? '#ffffff')).toBeGreaterThanOrEqual(4.5);
  },
);
