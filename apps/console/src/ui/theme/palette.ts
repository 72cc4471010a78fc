/**
 * Ten shades of any colour. The lightness of each is fixed in OKLCH, so that white text on a filled button (shade 6) has
 * a contrast of at least 4.5:1 for every hue.
 */
const LIGHTNESS = [0.975, 0.945, 0.89, 0.825, 0.755, 0.68, 0.53, 0.475, 0.415, 0.35];
const CHROMA = [0.15, 0.28, 0.5, 0.72, 0.9, 1, 1, 0.95, 0.85, 0.7];

type Rgb = [number, number, number];

const toLinear = (c: number) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
const toGamma = (c: number) => (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055);

function chromaAndHue(hex: string): { chroma: number; hue: number } {
  const n = Number.parseInt(hex.slice(1), 16);
  const [r, g, b] = [n >> 16, (n >> 8) & 255, n & 255].map((c) => toLinear(c / 255)) as Rgb;
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const x = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const y = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return { chroma: Math.hypot(x, y), hue: Math.atan2(y, x) };
}

function toRgb(lightness: number, chroma: number, hue: number): Rgb {
  const x = chroma * Math.cos(hue);
  const y = chroma * Math.sin(hue);
  const l = (lightness + 0.3963377774 * x + 0.2158037573 * y) ** 3;
  const m = (lightness - 0.1055613458 * x - 0.0638541728 * y) ** 3;
  const s = (lightness - 0.0894841775 * x - 1.291485548 * y) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

const toHex = (rgb: Rgb) =>
  `#${rgb
    .map((c) => Math.round(toGamma(Math.min(1, Math.max(0, c))) * 255))
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')}`;

/** The nearest colour in the sRGB gamut with the same lightness and hue; reduces the chroma. */
function inGamut(lightness: number, wantedChroma: number, hue: number): Rgb {
  let chroma = wantedChroma;
  let rgb = toRgb(lightness, chroma, hue);
  while (chroma > 0.002 && rgb.some((c) => c < -0.0005 || c > 1.0005)) {
    chroma *= 0.94;
    rgb = toRgb(lightness, chroma, hue);
  }
  return rgb;
}

export function shadesOf(hex: string): string[] {
  const { chroma, hue } = chromaAndHue(hex);
  const peak = Math.min(0.16, Math.max(chroma, 0.02));
  return LIGHTNESS.map((lightness, i) => toHex(inGamut(lightness, peak * (CHROMA[i] ?? 1), hue)));
}
