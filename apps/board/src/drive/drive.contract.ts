import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Gd10World, gd10World, loseRegister } from '../../test/gd10-world.ts';
import { type Drive, DriveError, RunChannel, RunState } from './drive.ts';

/** A drive on its own simulated plant, and the function that closes both. */
export type OpenDrive = (world: Gd10World) => Promise<{ drive: Drive; close: () => Promise<void> }>;

/** Contract suite for every `Drive` (`domain.md` 1). */
export function describeDrive(name: string, open: OpenDrive): void {
  describe(name, () => {
    let world: Gd10World;
    let drive: Drive;
    let close: () => Promise<void>;

    beforeEach(async () => {
      world = gd10World();
      ({ drive, close } = await open(world));
    });
    afterEach(() => close());

    const refusal = (request: Promise<unknown>) =>
      request.then(
        () => 'nothing was refused',
        (error) => (error instanceof DriveError ? error.exception?.name : error),
      );

    it('identifies itself by register 2103H', async () => {
      expect(await drive.identify()).toEqual({ ident: 0x010d, fcType: 'GD10' });
    });

    it('a stopped drive: every value has the resolution of its register', async () => {
      expect(await drive.read()).toEqual({
        runState: RunState.stopped,
        runChannel: RunChannel.communication,
        faultCode: 0,
        frequencyHz: 0,
        highestHz: 50,
        setPointSource: 0,
        requiredPressureBar: 4,
        pressureBar: 4,
        motorCurrentA: 0,
        motorRpm: 0,
        motorPowerKw: 0,
        busVoltageV: 325.3,
        temperatureC: 36,
        energyKwh: expect.closeTo(1284.6, 6),
        operatingH: 3127,
        analogInput2V: 4,
      });
    });

    it('one unreadable register hides no other value, and is back when it is readable', async () => {
      const whole = await drive.read();
      const { motorCurrentA, ...others } = whole;
      const giveBack = loseRegister(world.gd10, 0x3004);
      expect(await drive.read()).toEqual(others);
      expect(await drive.read()).toEqual(others);
      giveBack();
      expect(await drive.read()).toEqual({ ...others, motorCurrentA });
    });

    it('start and stop change the state', async () => {
      await drive.start();
      await world.clock.advance(3_000);
      const running = await drive.read();
      expect(running.runState).toBe(RunState.forward);
      expect(running.frequencyHz).toBeGreaterThan(0);
      expect(running.motorPowerKw).toBeGreaterThan(0);
      await drive.stop();
      await world.clock.advance(10_000);
      expect(await drive.read()).toMatchObject({ runState: RunState.stopped, frequencyHz: 0 });
    });

    it('R5.2 under keypad control a start is confirmed, and nothing turns', async () => {
      await drive.setLock(false);
      await drive.start();
      await world.clock.advance(1_000);
      expect(await drive.read()).toMatchObject({
        runChannel: RunChannel.keypad,
        runState: RunState.stopped,
      });
      await drive.setLock(true);
      await drive.start();
      expect(await drive.read()).toMatchObject({
        runChannel: RunChannel.communication,
        runState: RunState.forward,
      });
    });

    it('a required pressure is written to RAM only: effective at once, lost without power', async () => {
      await drive.setRequiredPressure(4.2);
      expect(await drive.read()).toMatchObject({ requiredPressureBar: 4.2 });
      expect(world.plant.setPointBar).toBeCloseTo(4.2);
      world.gd10.powerCycle();
      expect(await drive.read()).toMatchObject({ requiredPressureBar: 4 });
    });

    it('a pressure above the sensor span is not written', async () => {
      await expect(drive.setRequiredPressure(10.1)).rejects.toThrow(DriveError);
      await expect(drive.setRequiredPressure(Number.NaN)).rejects.toThrow(DriveError);
      expect(world.plant.setPointBar).toBe(4);
    });

    it('the set point source can be changed, and its set point is shown', async () => {
      await drive.setPressureControl(1);
      expect(await drive.read()).toMatchObject({ setPointSource: 1, requiredPressureBar: 4 });
      await drive.setRequiredPressure(5);
      expect(await drive.read()).toMatchObject({ setPointSource: 1, requiredPressureBar: 4 });
      await drive.setPressureControl(0);
      expect(await drive.read()).toMatchObject({ setPointSource: 0, requiredPressureBar: 5 });
    });

    it('a fault is shown with its code, latches, and is cleared by a reset', async () => {
      await drive.start();
      world.plant.driveC = 120;
      await world.clock.advance(200);
      expect(await drive.read()).toMatchObject({ runState: RunState.fault, faultCode: 16 });
      expect(await drive.readRegisters(0x071b, 6)).toEqual([16, 0, 0, 0, 0, 0]);
      await drive.start();
      expect(await drive.read()).toMatchObject({ runState: RunState.fault });
      await drive.resetFault();
      expect(await drive.read(), 'R5.9 the cause persists').toMatchObject({ runState: RunState.fault });
      world.plant.driveC = 40;
      await drive.resetFault();
      expect(await drive.read()).toMatchObject({ runState: RunState.stopped, faultCode: 0 });
    });

    it('R5.9 the snapshot of a fault (P07.33 to P07.40) holds what the drive measured as it tripped', async () => {
      await drive.start();
      await world.clock.advance(3_000);
      const { frequencyHz = 0 } = await drive.read();
      world.plant.driveC = 120;
      await world.clock.advance(200);
      expect(await drive.read()).toMatchObject({ runState: RunState.fault, frequencyHz: 0 });
      const [fault, ramp, volts, amps, bus, celsius, ...terminals] = await drive.readRegisters(0x0721, 8);
      expect((fault ?? 0) / 100).toBeGreaterThan(frequencyHz - 1);
      expect(ramp).toBe(fault);
      expect(volts).toBeGreaterThan(0);
      expect(amps).toBeGreaterThan(0);
      expect(bus).toBeGreaterThan(3000);
      expect((celsius ?? 0) / 10).toBeGreaterThan(115);
      expect(terminals).toEqual([0, 0]);
    });

    it('registers are returned as raw words', async () => {
      expect(await drive.readRegisters(0x2100, 4)).toEqual([3, 0x41, 0, 0x010d]);
      expect(await drive.readRegisters(0x0901, 1)).toEqual([400]);
    });

    it('a read of more than 16 words is split: only the gap at 3010H is refused, not the length', async () => {
      expect(await refusal(drive.readRegisters(0x3000, 20))).toBe('illegal_address');
    });

    it('a register write returns the value read back, from RAM or EEPROM', async () => {
      expect(await drive.writeRegister(0x0114, 50)).toBe(50);
      expect(await drive.writeRegister(0x0114, 70, { isRam: true })).toBe(70);
      world.gd10.powerCycle();
      expect(await drive.readRegisters(0x0114, 1)).toEqual([50]);
    });

    it('refusals carry the exception of the drive', async () => {
      expect(await refusal(drive.readRegisters(0x4000, 1))).toBe('illegal_address');
      expect(await refusal(drive.readRegisters(0x8901, 1))).toBe('illegal_address');
      expect(await refusal(drive.writeRegister(0x2100, 1))).toBe('read_only');
      expect(await refusal(drive.writeRegister(0x0900, 7))).toBe('operation_failed');
      expect(await refusal(drive.readRegisters(0x1d00, 1))).toBe('password_protected');
      await drive.start();
      await world.clock.advance(1_000);
      expect(await refusal(drive.writeRegister(0x0003, 4000))).toBe('not_while_running');
    });

    it('concurrent requests each get their own answer', async () => {
      const request = [0x2103, 0x0901, 0x2100, 0x0114].map((address) => drive.readRegisters(address, 1));
      expect(await Promise.all(request)).toEqual([[0x010d], [400], [3], [5]]);
    });
  });
}
