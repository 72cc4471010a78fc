import { describe, expect, it } from 'vitest';
import { needsInstall } from './bootstrap.mjs';

const installed = { lockHash: 'new', stampHash: 'new', lockTimeMs: 100, installTimeMs: 200 };

describe('needsInstall', () => {
  it.each([
    ['nothing is installed', { stampHash: undefined, installTimeMs: undefined }, true],
    ['an install broke off before its end', { installTimeMs: undefined }, true],
    ['the lockfile has changed since', { stampHash: 'old', installTimeMs: 50 }, true],
    ['the lockfile has changed and nobody left a stamp', { stampHash: undefined, installTimeMs: 50 }, true],
    ['our stamp fits the lockfile', {}, false],
    ['our stamp fits a lockfile that was only touched', { lockTimeMs: 300 }, false],
    ['somebody installed by hand after the lockfile', { stampHash: undefined }, false],
    ['somebody installed by hand after our stamp', { stampHash: 'old' }, false],
  ])('%s', (_case, change, expected) => expect(needsInstall({ ...installed, ...change })).toBe(expected));
});
