import { describe, expect, it } from 'vitest';
import { needsInstall } from './bootstrap.mjs';

const installed = { lockHash: 'new', stampHash: 'new', lockTimeMs: 100, installTimeMs: 200 };

describe('needsInstall', () => {
  it.each([
    ['nothing is installed', { stampHash: undefined, installTimeMs: undefined }, true],
    ['an install was interrupted', { installTimeMs: undefined }, true],
    ['the lockfile has changed since', { stampHash: 'old', installTimeMs: 50 }, true],
    ['the lockfile has changed and there is no stamp', { stampHash: undefined, installTimeMs: 50 }, true],
    ['the stamp matches the lockfile', {}, false],
    ['the stamp matches a lockfile that was only touched', { lockTimeMs: 300 }, false],
    ['a manual install is newer than the lockfile', { stampHash: undefined }, false],
    ['a manual install is newer than our stamp', { stampHash: 'old' }, false],
  ])('%s', (_case, change, expected) => expect(needsInstall({ ...installed, ...change })).toBe(expected));
});
