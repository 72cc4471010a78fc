import { describe, expect, it } from 'vitest';
import { interpretOtaState, isProven, jobTimeout, MAX_SILENCE_S, type Proof, updatePercent } from './job.ts';

describe('R4.2 the reported state of a job', () => {
  it.each([
    ['a step is progress', 'waiting', { st: 'DOWNLOADING' }, 'progress'],
    ['a reported success is progress', 'UPDATING', { st: 'UPDATED' }, 'progress'],
    [
      'a reported success with an error is progress',
      'UPDATING',
      { st: 'UPDATED', err: 'cancelled' },
      'progress',
    ],
    ['a refusal ends it', 'waiting', { st: 'FAILED', err: 'wrong_hw' }, 'ended'],
    ['a disk that takes nothing ends it', 'waiting', { st: 'FAILED', err: 'storage' }, 'ended'],
    ['a failure ends it', 'DOWNLOADING', { st: 'FAILED', err: 'bad_hash' }, 'ended'],
    ['a fall back ends it', 'UPDATING', { st: 'ROLLED_BACK', err: 'unhealthy' }, 'ended'],
    [
      'a failure of a download that did not begin is of an earlier try',
      'waiting',
      { st: 'FAILED', err: 'bad_hash' },
      'clear_and_resend',
    ],
    ['so is a fall back', 'waiting', { st: 'ROLLED_BACK', err: 'unhealthy' }, 'clear_and_resend'],
    ['what was taken back was an earlier try', 'DOWNLOADING', { st: 'FAILED', err: 'cancelled' }, 'resend'],
  ] as const)('%s', (_rule, status, state, expected) =>
    expect(interpretOtaState(status, state)).toBe(expected),
  );
});

it.each([
  [{ st: 'DOWNLOADING', n: 0, of: 10 }, 0],
  [{ st: 'DOWNLOADING', n: 5, of: 10 }, 45],
  [{ st: 'DOWNLOADING', n: 50, of: 10 }, 90],
  [{ st: 'DOWNLOADING', n: 0, of: 0 }, 0],
  [{ st: 'UPDATING', n: 10, of: 10 }, 95],
  [{ st: 'UPDATED', n: 10, of: 10 }, 99],
  [{ st: 'FAILED', n: 5, of: 10 }, 33],
] as const)('R4.2 percent of %j', (state, expected) => expect(updatePercent(33, state)).toBe(expected));

describe('R4.2 an open job', () => {
  const job = { status: 'waiting', startedAtS: 1_000, exp: 50_000, silentS: 0 } as const;
  const DAY_S = 86_400;
  it.each([
    ['lives', job, 49_999, undefined],
    ['ends with its release', job, 50_000, 'expired'],
    ['ends after a day', { ...job, exp: 900_000 }, 1_000 + DAY_S, 'timeout'],
    ['is not too late once it was switched', { ...job, status: 'UPDATING' as const }, 50_000, undefined],
    ['lives while the board is slow', { ...job, silentS: MAX_SILENCE_S - 1 }, 2_000, undefined],
    ['ends when the board, being online, says nothing', { ...job, silentS: MAX_SILENCE_S }, 2_000, 'timeout'],
    ['ends even then after a day', { ...job, status: 'UPDATED' as const }, 1_000 + DAY_S, 'timeout'],
  ] as const)('%s', (_rule, facts, nowS, expected) => expect(jobTimeout(facts, nowS)).toBe(expected));
});

describe('R4.2 success', () => {
  const proof: Proof = {
    status: 'UPDATED',
    isOnline: true,
    info: { version: '1.5.0', boot: 7 },
    frame: { boot: 7, fc: 1 },
  };
  it('is all of it', () => expect(isProven(proof, '1.5.0')).toBe(true));
  it.each([
    ['the board has not said so', { status: 'UPDATING' }],
    ['it is away', { isOnline: false }],
    ['it has not sent its info', { info: undefined }],
    ['it runs the old version', { info: { version: '1.4.2', boot: 7 } }],
    ['no frame has come', { frame: undefined }],
    ['the converter is silent', { frame: { boot: 7, fc: 0 } }],
    ['the frame is of the start before', { frame: { boot: 6, fc: 1 } }],
  ] as const)('is none while %s', (_case, change) =>
    expect(isProven({ ...proof, ...change }, '1.5.0')).toBe(false),
  );
});
