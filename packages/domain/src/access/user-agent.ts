/** What a User-Agent header states. `null`: nothing that is known. */
export interface Client {
  browser: string | null;
  system: string | null;
  device: 'phone' | 'tablet' | 'computer';
}

/** The first match counts: other browsers name Chrome and Safari too. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera|OPiOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:\bCriOS|Chrome|\bChromium)\//, 'Chrome'],
  [/\bVersion\/\S+ .*\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b|\biPod\b/, 'iPhone'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const find = (text: string, names: readonly [RegExp, string][]) =>
  names.find(([pattern]) => pattern.test(text))?.[1] ?? null;

/** R3.5. A browser may send anything, so this is a hint for its own user and decides nothing. */
export function readUserAgent(userAgent: string | null): Client {
  const text = userAgent ?? '';
  const isAndroidTablet = /\bAndroid\b/.test(text) && !/\bMobile\b/.test(text);
  const isTablet = /\biPad\b/.test(text) || isAndroidTablet;
  const isPhone = /\bMobile\b|\biPhone\b/.test(text);
  return {
    browser: find(text, BROWSERS),
    system: find(text, SYSTEMS),
    device: isTablet ? 'tablet' : isPhone ? 'phone' : 'computer',
  };
}
