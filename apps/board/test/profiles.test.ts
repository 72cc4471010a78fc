import { boardCapabilities } from '@manoboard/domain/fc/board-capabilities';
import { type FcProfile, faultName, findRegister, getRegister } from '@manoboard/domain/fc/profile';
import { getProfile, PROFILES } from '@manoboard/domain/fc/profiles';
import { fromWord, joinWords, splitWord, wordsOf } from '@manoboard/domain/fc/register';
import { canRead, toRegisterRanges } from '@manoboard/domain/fc/register-ranges';
import { freePort } from '@manoboard/testkit/free-port';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../src/clock.ts';
import { type Drive, DriveError, RunChannel, RunState } from '../src/drive/drive.ts';
import { createModbusDrive } from '../src/drive/modbus-drive.ts';
import { serveTcp } from '../src/drive/simulated/gd10-server.ts';
import { createProfileSlave, type ProfileSlave } from '../src/drive/simulated/profile-slave.ts';
import { addressOf } from './gd10-world.ts';
import { mbpoll } from './interop/mbpoll.ts';
import { hasProgram, logIfMissing } from './tools-present.ts';
import { wideProfile } from './wide-profile.ts';

const hasClient = logIfMissing(hasProgram('mbpoll'), 'profiles against an independent client need mbpoll.');

const reasonOf = (request: Promise<unknown>) =>
  request.then(
    () => 'it was done',
    (error) => (error instanceof DriveError ? (error.exception?.name ?? error.reason) : error),
  );

/** Contract suite for every profile: the board's own drive code and an independent client read the same registers. */
describe.each([...PROFILES, wideProfile].map((profile) => [profile.fcType, profile] as const))(
  'the profile of %s',
  (fcType, profile) => {
    const { capabilities, operations, values } = profile;
    let slave: ProfileSlave;
    let drive: Drive;
    let port: number;
    let close: () => Promise<void>;

    beforeEach(async () => {
      slave = createProfileSlave(profile);
      port = await freePort();
      ({ close } = await serveTcp(slave, 1, { host: '127.0.0.1', port }));
      const address = addressOf(
        `modbus:tcp://127.0.0.1:${port}?unit=1&kw=1.5&timeout=2000&unverified=1&identity=skip`,
      );
      drive = createModbusDrive({ address, profile, clock: systemClock });
    });
    afterEach(async () => {
      await drive.close();
      await close();
    });

    const valueAt = (name: string | undefined) =>
      name === undefined ? undefined : fromWord(getRegister(profile, name), slave.wordOf(name) ?? 0);

    it('identifies the drive, or needs a person where the family has no identity', async () => {
      expect(await drive.identify()).toMatchObject({ fcType });
      const address = addressOf(`modbus:tcp://127.0.0.1:${port}?unit=1&timeout=2000`);
      const careful = createModbusDrive({ address, profile, clock: systemClock });
      const { refusal } = await careful.identify();
      await careful.close();
      expect(refusal).toBe(profile.identityRegister === undefined ? 'no_identity' : undefined);
    });

    it('reads a stopped drive with every value that the profile names', async () => {
      const state = await drive.read();
      expect(state).toMatchObject({ runState: RunState.stopped, frequencyHz: 0 });
      expect(state.faultCode).toBe(values.faultCode ? 0 : undefined);
      expect(state.highestHz).toBe(values.highestHz ? 50 : undefined);
      expect(state.busVoltageV).toBe(valueAt(values.busVoltage));
      expect(state.temperatureC).toBe(valueAt(values.temperature));
      expect(state.energyKwh === undefined).toBe(values.energy === undefined);
      expect(state.pressureBar === undefined).toBe(values.pressure === undefined);
      expect(state.runChannel).toBe(profile.control.length > 0 ? RunChannel.communication : undefined);
    });

    it('starts and stops by its sequences', async () => {
      await drive.start();
      expect(await drive.read()).toMatchObject({ runState: RunState.forward, frequencyHz: 42 });
      expect((await drive.read()).motorPowerKw).toBeGreaterThan(0);
      await drive.stop();
      expect(await drive.read()).toMatchObject({ runState: RunState.stopped, frequencyHz: 0 });
    });

    const controlled = profile.control.length > 0 ? it : undefined;
    controlled?.('R5.2 under keypad control a start does nothing', async () => {
      slave.setControl('keypad');
      await drive.start();
      expect(await drive.read()).toMatchObject({
        runState: RunState.stopped,
        runChannel: RunChannel.keypad,
      });
    });

    it('shows each fault with its code, and a reset clears it', async () => {
      for (const code of Object.keys(profile.faults).map(Number)) {
        slave.trip(code);
        expect(await drive.read(), `fault ${code}`).toMatchObject({
          runState: RunState.fault,
          ...(isShowable(profile, code) && { faultCode: code }),
        });
        expect(faultName(profile, code)?.length).toBeGreaterThan(0);
      }
      await drive.start();
      expect(await drive.read()).toMatchObject({ runState: RunState.fault });
      await drive.resetFault();
      expect(await drive.read()).toMatchObject({ runState: RunState.stopped });
    });

    it('sets the required pressure where the profile can, and refuses it where not', async () => {
      if (!capabilities.hasPressureControl)
        return expect(await reasonOf(drive.setRequiredPressure(5))).toBe('not_supported');
      await drive.setRequiredPressure(5);
      expect((await drive.read()).requiredPressureBar).toBeCloseTo(5, 1);
      expect(await reasonOf(drive.setRequiredPressure(10.1))).toBe('exception');
    });

    it('locks and unlocks where the profile can, and refuses it where not', async () => {
      if (!operations.lock) return expect(await reasonOf(drive.setLock(true))).toBe('not_supported');
      await drive.setLock(false);
      expect(await drive.read()).toMatchObject({ runChannel: RunChannel.keypad });
      await drive.setLock(true);
      expect(await drive.read()).toMatchObject({ runChannel: RunChannel.communication });
    });

    it('reads every register of the map, and none outside of it', async () => {
      for (const { address, access, ...register } of profile.registers)
        if (access !== 'wo')
          expect(await drive.readRegisters(address, wordsOf(register))).toHaveLength(wordsOf(register));
      const outside = [0xffff, 0xfffe].find((address) => !findRegister(profile, address)) ?? 0;
      expect(await reasonOf(drive.readRegisters(outside, 1))).toBe('illegal_address');
    });

    it('writes what a technician may write, and reads it back', async () => {
      for (const [address, { least, most }] of Object.entries(profile.writable))
        for (const word of [least, most])
          expect(await drive.writeRegister(Number(address), word), address).toBe(word);
    });

    it.skipIf(!hasClient)('an independent client reads the same words as the board', async () => {
      await drive.start();
      const table = profile.line.read === 4 ? '3:hex' : '4:hex';
      const readable = profile.registers.map(({ address }) => address).filter((at) => canRead(profile, at));
      for (const { address, count } of toRegisterRanges(profile, readable, profile.line.readWords)) {
        const { code, words, output } = await mbpoll(
          ...['-m', 'tcp', '-p', String(port), '-a', '1', '-t', table, '-0', '-r', String(address)],
          ...['-c', String(count), '-1', '-q', '127.0.0.1'],
        );
        expect(code, output).toBe(0);
        expect(words).toEqual(await drive.readRegisters(address, count));
      }
    });
  },
);

/** An alarm word shows only codes that have a bit. */
const isShowable = ({ values }: FcProfile, code: number) =>
  values.faultCode?.bits === undefined || Object.values(values.faultCode.bits).includes(code);

describe('a profile with other words', () => {
  it('reads 32 bits in both orders, masks and functions 04 and 16', async () => {
    const slave = createProfileSlave(wideProfile);
    const port = await freePort();
    const { close } = await serveTcp(slave, 1, { host: '127.0.0.1', port });
    const address = addressOf(`modbus:tcp://127.0.0.1:${port}?unit=1&timeout=2000&identity=skip`);
    const drive = createModbusDrive({ address, profile: wideProfile, clock: systemClock });
    await drive.setRequiredPressure(7.5);
    const register = getRegister(wideProfile, 'pressure_reference');
    const words = await drive.readRegisters(register.address, 2);
    expect(joinWords(register, words)).toBe(75_000);
    expect(words).toEqual(splitWord(register, 75_000));
    expect(words).toEqual([75_000 % 65_536, 1]);
    slave.trip(513);
    expect(await drive.read()).toMatchObject({ runState: RunState.fault, faultCode: 513 });
    expect(slave.functions).toEqual([4, 16, 16]);
    await drive.close();
    await close();
  });
});

const OF_BOARDS = ['tag', 'retry', 'started'];

describe('the commands of a board', () => {
  it.each([
    [
      'GD10',
      [
        'start_stop',
        'set_lock',
        'write',
        'pressure_control',
        'reset',
        'fault_reset',
        'reg',
        'restart',
        'pump',
        ...OF_BOARDS,
      ],
    ],
    ['SINAMICS-V20', ['start_stop', 'write', 'reset', 'fault_reset', 'reg', 'restart', 'pump', ...OF_BOARDS]],
    ['VLT-FC51', ['start_stop', 'write', 'reset', 'fault_reset', 'reg', 'restart', 'pump', ...OF_BOARDS]],
  ])('with a %s are those that its profile has', (fcType, commands) =>
    expect(boardCapabilities(getProfile(fcType))).toEqual(commands),
  );
});
