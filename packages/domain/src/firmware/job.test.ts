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
    ['a refusal ends the job', 'waiting', { st: 'FAILED', err: 'wrong_hw' }, 'ended'],
    ['a storage error ends the job', 'waiting', { st: 'FAILED', err: 'storage' }, 'ended'],
    ['a failure ends the job', 'DOWNLOADING', { st: 'FAILED', err: 'bad_hash' }, 'ended'],
    ['a rollback ends the job', 'UPDATING', { st: 'ROLLED_BACK', err: 'unhealthy' }, 'ended'],
    [
      'a failure before the download belongs to an earlier attempt',
      'waiting',
      { st: 'FAILED', err: 'bad_hash' },
      'clear_and_resend',
    ],
    [
      'a rollback before the download belongs to an earlier attempt',
      'waiting',
      { st: 'ROLLED_BACK', err: 'unhealthy' },
      'clear_and_resend',
    ],
    ['a cancelled job is an earlier attempt', 'DOWNLOADING', { st: 'FAILED', err: 'cancelled' }, 'resend'],
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
] as const)('R4.2 progress in percent of %j', (state, expected) =>
  expect(updatePercent(33, state)).toBe(expected),
);

describe('R4.2 an open job', () => {
  const job = { status: 'waiting', startedAtS: 1_000, exp: 50_000, silentS: 0 } as const;
  const DAY_S = 86_400;
  it.each([
    ['lives', job, 49_999, undefined],
    ['expires with its release', job, 50_000, 'expired'],
    ['times out after a day', { ...job, exp: 900_000 }, 1_000 + DAY_S, 'timeout'],
    [
      'does not expire after the switch to the new image',
      { ...job, status: 'UPDATING' as const },
      50_000,
      undefined,
    ],
    ['stays open while the board is slow', { ...job, silentS: MAX_SILENCE_S - 1 }, 2_000, undefined],
    ['times out when the online board reports nothing', { ...job, silentS: MAX_SILENCE_S }, 2_000, 'timeout'],
    [
      'times out after a day also after the switch',
      { ...job, status: 'UPDATED' as const },
      1_000 + DAY_S,
      'timeout',
    ],
  ] as const)('%s', (_rule, facts, nowS, expected) => expect(jobTimeout(facts, nowS)).toBe(expected));
});

describe('R4.2 a successful update', () => {
  const proof: Proof = {
    status: 'UPDATED',
    isOnline: true,
    info: { version: '1.5.0', boot: 7 },
    frame: { boot: 7, fc: 1 },
  };
  it('is proven by the report, the version and a frame with the converter', () =>
    expect(isProven(proof, '1.5.0')).toBe(true));
  it.each([
    ['the board has not reported it', { status: 'UPDATING' }],
    ['the board is offline', { isOnline: false }],
    ['the board has not sent its info', { info: undefined }],
    ['the board runs the old version', { info: { version: '1.4.2', boot: 7 } }],
    ['no frame has arrived', { frame: undefined }],
    ['the converter is silent', { frame: { boot: 7, fc: 0 } }],
    ['the frame is from an earlier boot', { frame: { boot: 6, fc: 1 } }],
  ] as const)('is not proven while %s', (_case, change) =>
    expect(isProven({ ...proof, ...change }, '1.5.0')).toBe(false),
  );
});
