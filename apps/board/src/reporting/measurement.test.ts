import { READING_FIELDS, Reading } from '@manoboard/contract/mqtt/reading';
import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../test/fake-clock.ts';
import { driveWith } from '../../test/parts.ts';
import { DriveError } from '../drive/drive.ts';
import { startScenario } from '../scenario.ts';
import { measurementOf, readDrive } from './measurement.ts';

describe('measurement', () => {
  it('holds every field of the contract, within its bounds', async () => {
    const clock = fakeClock();
    const { drive, sensors } = startScenario('household', 1, clock);
    await clock.advance(30_000);
    const { fc, d } = measurementOf(await readDrive(drive), sensors);
    expect(fc).toBe(1);
    expect(Object.keys(d).sort()).toEqual([...READING_FIELDS].sort());
    expect(Reading.safeParse(d).success).toBe(true);
  });

  it('has the resolution of the registers', async () => {
    const state = { frequencyHz: 40.7349, motorCurrentA: 4.8764, busVoltageV: 318.449, operatingH: 3127.9 };
    const { sensors } = startScenario('asleep', 1, fakeClock());
    const { d } = measurementOf(await readDrive(driveWith({ state })), sensors);
    expect(d).toMatchObject({
      frequency_fc: 40.73,
      motor_current: 4.9,
      bus_voltage: 318.4,
      motor_operating_hours: 3127,
    });
  });

  it("without an answer: fc 0 and only the board's own values, no zeros", async () => {
    const { sensors } = startScenario('asleep', 1, fakeClock());
    const silent = driveWith({ read: () => Promise.reject(new DriveError('no_answer', 'silence')) });
    const { fc, d } = measurementOf(await readDrive(silent), sensors);
    expect(fc).toBe(0);
    expect(Object.keys(d).sort()).toEqual(['analog_input_2', 'analog_input_3', 'rssi', 'temperature_mnb']);
  });
});
