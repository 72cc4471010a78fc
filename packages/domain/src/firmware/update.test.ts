import type { OtaJob } from '@manoboard/contract/mqtt/firmware';
import { describe, expect, it } from 'vitest';
import {
  afterBoot,
  type BootRecord,
  beginUpdate,
  chooseBoot,
  chunkStored,
  endUpdate,
  isEnded,
  isSameJob,
  type Slot,
  type SlotContent,
  TRIAL_BOOTS,
  type Update,
} from './update.ts';

const job: OtaJob = {
  v: 1,
  id: 'ota-1',
  version: '1.5.0',
  from: '>=1.3.0',
  hw: 'MNB-2',
  size: 600,
  chunk: 256,
  parts: [{ name: 'app', size: 600, sha256: '9f2c'.repeat(16) }],
  sig: `ed25519:${'A'.repeat(86)}==`,
  exp: 2_000,
};
const images =
  (...slots: Slot[]) =>
  (slot: Slot): SlotContent =>
    slots.includes(slot) ? 'proven' : 'nothing';
const trial = (bootsLeft: number): BootRecord => ({
  active: 'a',
  trial: { slot: 'b', job: 'ota-1', bootsLeft },
});

describe('the boot loader', () => {
  it('a board that was never updated runs its built-in program', () =>
    expect(chooseBoot({ active: 'built_in' }, images())).toMatchObject({
      place: 'built_in',
      isTrial: false,
    }));

  it('a trial uses one of its boots', () =>
    expect(chooseBoot(trial(TRIAL_BOOTS), images('a', 'b'))).toEqual({
      place: 'b',
      isTrial: true,
      record: trial(TRIAL_BOOTS - 1),
    }));

  it.each([
    ['its trial boots are used up', trial(0), images('a', 'b')],
    ['its image is damaged', trial(3), images('a')],
  ])('rolls back a trial when %s', (_why, record, contentOf) =>
    expect(chooseBoot(record, contentOf)).toEqual({
      place: 'a',
      isTrial: false,
      record: { active: 'a', failedJob: 'ota-1' },
    }),
  );

  it.each([
    ['the other image', images('b'), 'b'],
    ['the built-in program', images(), 'built_in'],
    [
      'the built-in program, not an unproven image,',
      (slot: Slot): SlotContent => (slot === 'b' ? 'unproven' : 'nothing'),
      'built_in',
    ],
  ])('a damaged image: %s runs', (_what, contentOf, place) =>
    expect(chooseBoot({ active: 'a' }, contentOf)).toMatchObject({ place, record: { active: place } }),
  );
});

describe('an update', () => {
  it('uses the slot that does not run', () => {
    expect(beginUpdate(job, 'built_in').slot).toBe('a');
    expect(beginUpdate(job, 'a').slot).toBe('b');
    expect(beginUpdate(job, 'b').slot).toBe('a');
  });

  it('is downloaded after its last chunk', () => {
    let update = beginUpdate(job, 'a');
    const states = [1, 2, 3].map(() => {
      update = chunkStored(update);
      return update.st;
    });
    expect(states).toEqual(['DOWNLOADING', 'DOWNLOADING', 'DOWNLOADED']);
  });

  it('ends without a pending restart of the pump', () => {
    const ended = endUpdate({ ...beginUpdate(job, 'a'), startAgainUntilS: 7 }, 'FAILED', 'bad_hash');
    expect(isEnded(ended)).toBe(true);
    expect(ended).toEqual({ job, slot: 'b', st: 'FAILED', n: 0, err: 'bad_hash' });
  });

  it('is the same job only if the signature is equal', () => {
    expect(isSameJob(job, { ...job })).toBe(true);
    expect(isSameJob(job, { ...job, sig: `ed25519:${'B'.repeat(86)}==` })).toBe(false);
  });
});

describe('a stored update after a boot', () => {
  const switching: Update = { ...beginUpdate(job, 'a'), n: 3, st: 'UPDATING' };
  const on = (place: 'a' | 'b', isTrial: boolean, record: BootRecord) => ({ place, isTrial, record });
  it.each([
    ['the new image on trial: its health is checked', on('b', true, trial(2)), 'UPDATING'],
    ['the new image confirmed: done', on('b', false, { active: 'b' }), 'UPDATED'],
    ['the old image after a rollback', on('a', false, { active: 'a', failedJob: 'ota-1' }), 'ROLLED_BACK'],
    ['the old image, the switch was not stored: switches again', on('a', false, { active: 'a' }), 'VERIFIED'],
    [
      'a rollback of an older job does not concern this job',
      on('a', false, { active: 'a', failedJob: 'ota-0' }),
      'VERIFIED',
    ],
  ] as const)('%s', (_case, running, st) => expect(afterBoot(switching, running).st).toBe(st));

  it('a download resumes at its last chunk', () => {
    const half = { ...beginUpdate(job, 'a'), n: 2 };
    expect(afterBoot(half, on('a', false, { active: 'a' }))).toEqual(half);
  });

  it('the slot that the board runs from is not overwritten', () => {
    const half = { ...beginUpdate(job, 'a'), n: 2 };
    expect(afterBoot(half, on('b', false, { active: 'b' }))).toEqual(beginUpdate(job, 'b'));
  });

  it('a trial of an unknown job does not restart the update, since the other slot is the proven one', () => {
    const verified: Update = { ...beginUpdate(job, 'a'), n: 3, st: 'VERIFIED' };
    expect(afterBoot(verified, on('b', true, trial(2)))).toEqual(verified);
  });
});
