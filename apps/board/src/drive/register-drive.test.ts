import { gd10 } from '@manoboard/domain/fc/gd10';
import { describe, expect, it } from 'vitest';
import { gd10World } from '../../test/gd10-world.ts';
import { DriveError, RunChannel } from './drive.ts';
import { createRegisterDrive } from './register-drive.ts';
import type { RegisterPort } from './register-port.ts';
import { portOf } from './simulated-drive.ts';

/** A drive with unreadable registers, and a log of the requests. */
function driveWithout(isMissing: (address: number) => boolean, reason: DriveError['reason'] = 'exception') {
  const world = gd10World();
  const inner = portOf(world.gd10);
  const requests: [number, number][] = [];
  const written: number[] = [];
  const port: RegisterPort = {
    ...inner,
    async read(address, count) {
      requests.push([address, count]);
      if (isMissing(address)) throw new DriveError(reason, 'not this one');
      return inner.read(address, count);
    },
    async write(address, word) {
      written.push(address);
      await inner.write(address, word);
    },
  };
  return { world, requests, written, port, drive: createRegisterDrive(port, { profile: gd10 }) };
}

it('undocumented registers are not requested and are absent', async () => {
  const { drive, requests } = driveWithout(() => false);
  const state = await drive.read();
  for (const field of ['temperatureC', 'energyKwh', 'operatingH', 'motorPowerKw'])
    expect(state).not.toHaveProperty(field);
  expect(requests).toEqual([
    [0x2100, 3],
    [0x3000, 14],
    [0x0001, 1],
    [0x0003, 2],
    [0x0900, 2],
  ]);
});

it('a range that the drive refuses is absent, the others are present', async () => {
  const { drive } = driveWithout((address) => address === 0x0900);
  const state = await drive.read();
  expect(state).not.toHaveProperty('setPointSource');
  expect(state).toMatchObject({ runState: 3, pressureBar: 4 });
});

it('without P09.00 the required pressure is the effective reference', async () => {
  const { drive } = driveWithout((address) => address === 0x0900);
  expect(await drive.read()).toMatchObject({ requiredPressureBar: 4 });
});

it.each([
  ['the lower of both limits', 5000, 4500, 45],
  ['P00.03 where P00.04 is not plausible', 5000, 0, 50],
])('the highest frequency is %s', async (_what, most, upper, highestHz) => {
  const { drive, world } = driveWithout(() => false);
  world.gd10.write(0x0003, most);
  world.gd10.write(0x0004, upper);
  expect(await drive.read()).toMatchObject({ highestHz });
});

it('without P00.03 the highest frequency is absent', async () => {
  const { drive } = driveWithout((address) => address === 0x0003);
  expect(await drive.read()).not.toHaveProperty('highestHz');
});

it('without P00.01 the run channel comes from the status bits', async () => {
  const { drive } = driveWithout((address) => address === 0x0001);
  expect(await drive.read()).toMatchObject({ runChannel: RunChannel.communication });
});

it('without the state register the read fails', async () => {
  const { drive } = driveWithout((address) => address === 0x2100);
  await expect(drive.read()).rejects.toThrow(DriveError);
});

it.each(['no_answer', 'garbage'] as const)('%s for any range fails the whole read', async (reason) => {
  const { drive } = driveWithout((address) => address === 0x0900, reason);
  await expect(drive.read()).rejects.toMatchObject({ reason });
});

it('a sensor of 100 bar: ten times the pressure for the same word', async () => {
  const { drive, world } = driveWithout(() => false);
  drive.setSensorMax(100);
  expect(await drive.read()).toMatchObject({ requiredPressureBar: 40, pressureBar: 40 });
  await drive.setRequiredPressure(12);
  expect(world.gd10.read(0x0901, 1)).toEqual([120]);
});

it("the power is the drive's percentage of its rated power", async () => {
  const { port, world } = driveWithout(() => false);
  world.plant.powerW = 693;
  const { motorPowerKw } = await createRegisterDrive(port, { profile: gd10, ratedKw: 2.2 }).read();
  expect(motorPowerKw).toBeCloseTo(1.1);
});

describe('EEPROM wear', () => {
  it('a lock, source or parameter that already has the value is not written again', async () => {
    const { drive, written, world } = driveWithout(() => false);
    await drive.setLock(true);
    await drive.setPressureControl(0);
    expect(await drive.writeRegister(0x0114, 5)).toBe(5);
    expect(written).toEqual([]);
    await drive.setLock(false);
    await drive.setPressureControl(1);
    expect(await drive.writeRegister(0x0114, 50)).toBe(50);
    expect(written).toEqual([0x0001, 0x0900, 0x0114]);
    expect(world.gd10.read(0x0001, 1)).toEqual([RunChannel.keypad]);
  });

  it('a value in RAM only is still written to EEPROM', async () => {
    const { drive, world } = driveWithout(() => false);
    await drive.writeRegister(0x0114, 70, { isRam: true });
    await drive.writeRegister(0x0114, 70);
    await drive.setRequiredPressure(4.2);
    await drive.writeRegister(0x0901, 420);
    world.gd10.powerCycle();
    expect(world.gd10.read(0x0114, 1)).toEqual([70]);
    expect(world.gd10.read(0x0901, 1)).toEqual([420]);
  });

  it('a run command is always written', async () => {
    const { drive, written } = driveWithout(() => false);
    await drive.start();
    await drive.start();
    await drive.writeRegister(0x2002, 0);
    expect(written).toEqual([0x2000, 0x2000, 0x2002]);
  });

  it('a lock is not written because the drive is busy', async () => {
    const { written, port } = driveWithout(() => false);
    const read = () => {
      const exception = { code: 6, name: 'frame_error', address: 1 } as const;
      return Promise.reject(new DriveError('exception', 'busy', exception));
    };
    const drive = createRegisterDrive({ ...port, read }, { profile: gd10 });
    await expect(drive.setLock(true)).rejects.toMatchObject({ exception: { code: 6 } });
    expect(written).toEqual([]);
  });

  it('a lock that cannot be read is written', async () => {
    const { drive, written } = driveWithout((address) => address === 0x0001);
    await drive.setLock(true);
    expect(written).toEqual([0x0001]);
  });
});
