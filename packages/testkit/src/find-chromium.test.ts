import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findChromium } from './find-chromium.mjs';

const PATH = ['first', 'second'].join(process.platform === 'win32' ? ';' : ':');
const machineWith =
  (...paths: string[]) =>
  (path: string) =>
    paths.includes(path);

describe('findChromium', () => {
  it('uses only CHROMIUM_PATH if it is set', () => {
    const exists = machineWith('set', join('first', 'chromium'));
    expect(findChromium({ PATH, CHROMIUM_PATH: 'set' }, exists)).toBe('set');
    expect(findChromium({ PATH, CHROMIUM_PATH: 'gone' }, exists)).toBeUndefined();
  });

  it('prefers Chromium in any folder of PATH over Chrome', () => {
    const exists = machineWith(join('first', 'google-chrome'), join('second', 'chromium'));
    expect(findChromium({ PATH }, exists)).toBe(join('second', 'chromium'));
    expect(findChromium({ PATH }, machineWith(join('first', 'google-chrome')))).toBe(
      join('first', 'google-chrome'),
    );
  });

  it('prefers the build without a user interface over Chromium', () => {
    const exists = machineWith(join('first', 'chromium'), join('second', 'chromium-headless-shell'));
    expect(findChromium({ PATH }, exists)).toBe(join('second', 'chromium-headless-shell'));
  });

  it('returns undefined without a browser', () => expect(findChromium({}, machineWith())).toBeUndefined());
});
