import type { DeviceConfig } from '@manoboard/contract/device/device-config';
import type { DeviceState } from '@manoboard/contract/device/device-state';
import type { BasicInfo, Diagnostics } from '@manoboard/contract/device/diagnostics';
import type { BoardClient } from '@manoboard/testkit/board-client';
import { anEvent, aReading } from '@manoboard/testkit/factories';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../../../../test/world.ts';

type User = Awaited<ReturnType<World['user']>>;
type Device = Awaited<ReturnType<World['enrol']>>;

const START_S = 1_800_000_000;
let nowS = START_S;
let world: World;
let owner: User;
let technician: User;
beforeAll(async () => {
  world = await startWorld({ now: () => nowS * 1000 });
  owner = await world.user();
  technician = await world.user({}, ['Technician']);
});
afterAll(() => world.stop());

let converters = 0;
/** A connected board that has published its info. */
async function present(fcType = 'GD10') {
  const device = await world.enrol(owner.id);
  const fcId = `FC-DIAG${++converters}`;
  const board = await device.connect();
  await board.publishInfo({ fc: { id: fcId, fc_type: fcType, ident: 269, unit: 1 } });
  await board.publishStatus();
  return { device, board, fcId };
}

const read = async <T>(id: string, what: string, user = owner) =>
  (await user.get(`/devices/${id}/${what}`)).body as T;

/** Requests this configuration and reports it as applied. */
async function configure(device: Device, board: BoardClient, config: DeviceConfig) {
  await technician.send('PUT', `/devices/${device.deviceId}/config`, { version: 0, config });
  await board.publish('cfg/reported', { v: 1, ver: 1, st: 'applied', ts: nowS });
}

describe('one value by its name', () => {
  it('spec 7: value and unit keyed by the name, by the ID of the board or of the converter', async () => {
    const { device, board, fcId } = await present();
    await board.publishTele({ ts: nowS - 5 });
    for (const id of [device.deviceId, fcId]) {
      expect(await read(id, 'get-fc-config/electro_meter')).toEqual({
        data: { electro_meter: { value: 120.5, unit: 'kWh', ts: nowS - 5 } },
      });
      expect(await read(id, 'get-fc-data-last/pressure_control')).toEqual({
        value: 0,
        unit: '',
        ts: nowS - 5,
      });
    }
    await board.leave();
  });

  it('R5.8 motor_frequency is frequency_fc', async () => {
    const { device, board } = await present();
    await board.publishTele({ ts: nowS, d: aReading({ frequency_fc: 42.5 }) });
    expect(await read(device.deviceId, 'get-fc-config/motor_frequency')).toEqual({
      data: { motor_frequency: { value: 42.5, unit: 'Hz', ts: nowS } },
    });
    await board.leave();
  });

  it('R4.4 an older value keeps its own time; a value that was never reported is null', async () => {
    const { device, board } = await present();
    await board.publishTele({ ts: nowS - 60, d: { motor_operating_hours: 810, rssi: -61 } });
    await board.publishTele({ ts: nowS, fc: 0, d: { rssi: -60 } });
    expect(await read(device.deviceId, 'get-fc-data-last/motor_operating_hours')).toEqual({
      value: 810,
      unit: 'h',
      ts: nowS - 60,
    });
    expect(await read(device.deviceId, 'get-fc-data-last/motor_rpm')).toMatchObject({
      value: null,
      ts: null,
    });
    await board.leave();
  });

  it('an unknown name is refused', async () => {
    const { device, board } = await present();
    for (const name of ['get-fc-config/password', 'get-fc-data-last/constructor'])
      expect((await owner.get(`/devices/${device.deviceId}/${name}`)).status).toBe(422);
    await board.leave();
  });
});

describe('R4.5 every hop between the pump and the server', () => {
  it('is unknown for a board that never connected', async () => {
    const device = await world.enrol(owner.id);
    expect(await read<DeviceState>(device.deviceId, 'state')).toEqual({
      id_dev: device.deviceId,
      alias: null,
      now: nowS,
      online: false,
      broker: true,
      online_since: null,
      last_seen: null,
      version: null,
      hw: null,
      wifi: { rssi: null, rssi_ts: null, secured: null },
      fc: {
        id: null,
        fc_type: null,
        link: 'unknown',
        link_ts: null,
        fault: null,
        fault_ts: null,
        self_starts: [],
      },
      data_age_s: null,
      clock: 'unknown',
    });
  });

  it('is shown while a board connects, reports, loses its converter and disconnects', async () => {
    const { device, board, fcId } = await present();
    const state = () => read<DeviceState>(device.deviceId, 'state');
    const bornS = nowS;
    expect(await state()).toMatchObject({ online: true, online_since: bornS, last_seen: bornS });
    expect((await state()).wifi).toEqual({ rssi: -61, rssi_ts: bornS, secured: true });
    expect((await state()).fc).toMatchObject({ id: fcId, fc_type: 'GD10', link: 'unknown' });

    nowS += 30;
    await board.publishTele({ ts: nowS - 2, d: aReading({ rssi: -70, fault: 36 }) });
    expect(await state()).toMatchObject({
      version: '1.4.2',
      hw: 'mnb-2',
      online_since: bornS,
      last_seen: nowS,
      data_age_s: 2,
      wifi: { rssi: -70, rssi_ts: nowS - 2 },
      fc: { link: 'ok', link_ts: nowS - 2, fault: 36, fault_ts: nowS - 2 },
    });

    nowS += 10;
    await board.publishTele({ ts: nowS, fc: 0, d: {} });
    expect((await state()).fc).toMatchObject({ link: 'error', fault: 36, fault_ts: nowS - 12 });

    const lastSeenS = nowS;
    nowS += 25;
    await board.drop();
    await waitFor(async () => !(await state()).online);
    expect(await state()).toMatchObject({ online_since: nowS, last_seen: lastSeenS, data_age_s: 25 });
    expect((await state()).fc.link).toBe('unknown');
  });
});

describe('R4.12 basic info of the inverter', () => {
  it('has values with unit and time, required pressure in bar, settings of the inputs', async () => {
    const { device, board, fcId } = await present();
    const AnalogInput2 = { enabled: 1, normalizer: 1, unit: 'bar', min: 0, max: 10 } as const;
    await board.publishTele({ ts: nowS, d: aReading({ required_pressure: 0.83 }) });
    const info = () => read<BasicInfo>(device.deviceId, 'basic-info');
    expect((await info()).required_pressure).toEqual({ value: 0.83, unit: 'bar', ts: nowS });

    await configure(device, board, { pressure: { normalizer: 10 }, AnalogInput2 });
    expect(await info()).toEqual({
      fc_id: fcId,
      fc_type: 'GD10',
      motor_rpm: { value: 2450, unit: 'rpm', ts: nowS },
      motor_power: { value: 0.9, unit: 'kW', ts: nowS },
      electro_meter: { value: 120.5, unit: 'kWh', ts: nowS },
      motor_current: { value: 3.2, unit: 'A', ts: nowS },
      required_pressure: { value: 8.3, unit: 'bar', ts: nowS },
      motor_operating_hours: { value: 810, unit: 'h', ts: nowS },
      inputs: { AnalogInput2, AnalogInput3: null },
    });
    expect(await read(device.deviceId, 'get-fc-data-last/required_pressure')).toMatchObject({
      value: 0.83,
      unit: '10 bar',
    });
    await board.leave();
  });
});

describe('R4.12 basic info of a board that was configured elsewhere', () => {
  it('has no settings of the inputs: they are unknown, not unset', async () => {
    const { device, board } = await present();
    const info = () => read<BasicInfo>(device.deviceId, 'basic-info');
    expect((await info()).inputs).toEqual({ AnalogInput2: null, AnalogInput3: null });
    await board.publish('cfg/reported', { v: 1, ver: 9, st: 'applied', ts: nowS });
    expect(await info()).toMatchObject({ inputs: null, required_pressure: { value: null } });
    await board.leave();
  });
});

describe('R4.12 basic diagnostics', () => {
  it('have the last reported values only, and the fault as the keypad names it', async () => {
    const { device, board } = await present();
    await board.publishTele({ ts: nowS, d: { frequency_fc: 0, fault: 36, rssi: -60 } });
    expect(await read<Diagnostics>(device.deviceId, 'diagnostics')).toEqual({
      now: nowS,
      online: true,
      fc: 1,
      values: [
        { name: 'frequency_fc', value: 0, unit: 'Hz', ts: nowS },
        { name: 'fault', value: 36, unit: '', ts: nowS },
        { name: 'rssi', value: -60, unit: 'dBm', ts: nowS },
      ],
      fault: { code: 36, name: 'LL', ts: nowS },
      events: [],
    });
    await board.leave();
  });

  it.each([
    ['none', 'GD10', 0, null],
    ['unknown to the register map', 'GD10', 99, null],
    ['of an unknown converter type', 'XY99', 36, null],
  ])('have the name of a fault: %s', async (_case, fcType, fault, name) => {
    const { device, board } = await present(fcType);
    await board.publishTele({ ts: nowS, d: { fault } });
    expect((await read<Diagnostics>(device.deviceId, 'diagnostics')).fault).toEqual({
      code: fault,
      name,
      ts: nowS,
    });
    await board.leave();
  });

  it('have the newest fifty events, newest first', async () => {
    const { device, board } = await present();
    const id = (i: number) => `01HV3B5Z8Q2M4N6P${String(i).padStart(4, '0')}`;
    for (let i = 0; i < 52; i++) {
      nowS += 1;
      await board.publish('event', anEvent({ id: id(i), ts: nowS }));
    }
    await board.publish('event', anEvent({ id: id(51), ts: nowS, st: 'cleared' }));
    const { events } = await read<Diagnostics>(device.deviceId, 'diagnostics');
    expect(events.map((event) => event.id)).toEqual(Array.from({ length: 50 }, (_, i) => id(51 - i)));
    expect(events[0]).toEqual({
      id: id(51),
      code: 'DRY_RUN',
      severity: 'alarm',
      raised_at: nowS,
      cleared_at: nowS,
      reading: { frequency_fc: 50, pressure: 0.1 },
    });
    await board.leave();
  });
});
