import { expect, it } from 'vitest';
import { createFailingDisk } from '../../test/failing-disk.ts';
import { measured } from '../../test/parts.ts';
import { createMemoryDisk } from '../disk/memory-disk.ts';
import { createFrames } from './frames.ts';
import { createKnownFields } from './known-fields.ts';

const whole = measured({ on_off_state_r: 1, frequency_fc: 40, pressure: 4, rssi: -60 });
const withoutPressure = measured({ on_off_state_r: 1, frequency_fc: 40, rssi: -60 });

it('contract.md 2: a register that cannot be read after a restart is named, though this start never measured it', () => {
  const disk = createMemoryDisk();
  const frames = () => createFrames(undefined, createKnownFields(disk));
  expect(frames().next(whole, 0)).not.toHaveProperty('na');
  expect(frames().next(withoutPressure, 0)).toMatchObject({ na: ['pressure'] });
});

it('a board that never measured a field names none', () => {
  expect(createFrames().next(withoutPressure, 0)).not.toHaveProperty('na');
});

it('what stands on the disk and is no field is no field', () => {
  const disk = createMemoryDisk();
  disk.write('known-fields.json', new TextEncoder().encode('["pressure", "colour", 7]'));
  expect(createKnownFields(disk).list()).toEqual(['pressure']);
  disk.write('known-fields.json', new TextEncoder().encode('{"pressure": 1}'));
  expect(createKnownFields(disk).list()).toEqual([]);
});

it('a disk that fails does not keep the board from knowing, and nothing is written twice', () => {
  const { disk, steps } = createFailingDisk(createMemoryDisk(), () => true, 'not done');
  const known = createKnownFields(disk);
  known.see(whole.d);
  const written = steps();
  known.see(whole.d);
  expect(known.list()).toContain('pressure');
  expect(steps()).toBe(written);
});
