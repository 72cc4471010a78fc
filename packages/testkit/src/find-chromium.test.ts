import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findChromium } from './find-chromium.mjs';

const PATH = ['first', 'second'].join(process.platform === 'win32' ? ';' : ':');
const machineWith =
  (...paths: string[]) =>
  (path: string) =>
    paths.includes(path);

describe('findChromium', () => {
  it('takes what CHROMIUM_PATH names, and nothing else if that is not there', () => {
    const exists = machineWith('set', join('first', 'chromium'));
    expect(findChromium({ PATH, CHROMIUM_PATH: 'set' }, exists)).toBe('set');
    expect(findChromium({ PATH, CHROMIUM_PATH: 'gone' }, exists)).toBeUndefined();
  });

  it('looks for Chromium in every folder of PATH before it looks for Chrome', () => {
    const exists = machineWith(join('first', 'google-chrome'), join('second', 'chromium'));
    expect(findChromium({ PATH }, exists)).toBe(join('second', 'chromium'));
    expect(findChromium({ PATH }, machineWith(join('first', 'google-chrome')))).toBe(
      join('first', 'google-chrome'),
    );
  });

  it('finds nothing on a machine without a browser', () =>
    expect(findChromium({}, machineWith())).toBeUndefined());
});
