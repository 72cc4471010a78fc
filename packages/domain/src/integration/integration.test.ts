import type { LastData } from '@manoboard/contract/device/device';
import { describe, expect, it } from 'vitest';
import { refuseIntegration } from '../access/policy.ts';
import { discoveryMessage, entitiesOf } from './entities.ts';
import { type IntegrationFacts, integrationState, isAvailable } from './state.ts';

const NOW_S = 1_790_000_000;
const last: LastData = {
  device_id: 'MNB-T0001',
  data: {
    on_off_state_r: 1,
    modbus: 1,
    frequency_fc: 42.5,
    pressure_control: 0,
    required_pressure: 0.45,
    analog_input_2: null,
    analog_input_3: null,
    pressure: 4.1,
    motor_current: 5.2,
    temperature_fc: 38,
    motor_power: 1.4,
    electro_meter: 812.3,
  },
  ts: NOW_S - 2,
  received_at: NOW_S - 2,
  fc: 1,
  older: {},
};
const facts = (change: Partial<IntegrationFacts> = {}): IntegrationFacts => ({
  last,
  isOnline: true,
  mode: 10,
  openAlerts: 0,
  lastSeenS: NOW_S - 2,
  lastCommand: null,
  nowS: NOW_S,
  ...change,
});

describe('the state for integrations', () => {
  it('R5.5 has live values in the units of its entities, the required pressure in bar', () => {
    expect(integrationState(facts())).toEqual({
      pressure: 4.1,
      required_pressure: 4.5,
      frequency: 42.5,
      current: 5.2,
      temperature: 38,
      power: 1.4,
      energy: 812.3,
      next_start: null,
      water: 'flows',
      running: 'ON',
      switch: 'ON',
      problem: 'OFF',
      alerts: 0,
      last_contact: '2026-09-21T14:13:00.000Z',
      last_command: null,
    });
  });

  it.each([
    ['the board is offline', { isOnline: false }],
    ['two frames are missing', { nowS: NOW_S + 60 }],
    ['the converter does not answer', { last: { ...last, fc: 0 as const } }],
  ])('R4.4 has no numbers and is unavailable while %s', (_when, change) => {
    const state = integrationState(facts(change));
    expect([state.pressure, state.frequency, state.energy, state.running, state.switch]).toEqual(
      Array(5).fill(null),
    );
    expect(isAvailable(facts(change))).toBe(false);
  });

  it.each([
    ['flows', {}],
    ['unknown', { isOnline: false }],
    ['there', { last: { ...last, data: { ...last.data, on_off_state_r: 2, frequency_fc: 0 } } }],
    ['off', { last: { ...last, data: { ...last.data, on_off_state_r: 3, frequency_fc: 0 } } }],
    [
      'missing',
      {
        last: { ...last, data: { ...last.data, on_off_state_r: 3, frequency_fc: 0, pressure: 0 } },
        stoppedBy: 'DRY_RUN' as const,
      },
    ],
    [
      'off',
      {
        last: { ...last, data: { ...last.data, on_off_state_r: 3, frequency_fc: 0, pressure: 0 } },
        stoppedBy: 'DRY_RUN' as const,
        switchedOff: { by: 'Eva Vodná', at: NOW_S - 60 },
      },
    ],
  ])('R9.1 says that the water is %s', (water, change) =>
    expect(integrationState(facts(change))).toMatchObject({ water }),
  );

  it('keeps the problem and the last contact of a board that is offline', () => {
    expect(integrationState(facts({ isOnline: false, openAlerts: 2 }))).toMatchObject({
      problem: 'ON',
      alerts: 2,
      last_contact: '2026-09-21T14:13:00.000Z',
    });
  });

  it.each([
    [
      { on_off_state_r: 1, frequency_fc: 0 },
      { running: 'OFF', switch: 'ON' },
    ],
    [
      { on_off_state_r: 3, frequency_fc: 0 },
      { running: 'OFF', switch: 'OFF' },
    ],
    [
      { on_off_state_r: 4, frequency_fc: 0 },
      { running: 'OFF', switch: 'ON' },
    ],
    [
      { on_off_state_r: 9, frequency_fc: 0 },
      { running: null, switch: null },
    ],
    [
      { on_off_state_r: null, frequency_fc: 30 },
      { running: null, switch: null },
    ],
  ])('R5.1 R5.3 %o is shown as %o: unknown is not off', (data, expected) => {
    expect(integrationState(facts({ last: { ...last, data: { ...last.data, ...data } } }))).toMatchObject(
      expected,
    );
  });

  it('R5.5 the required pressure is unknown while the applied configuration is', () => {
    expect(integrationState(facts({ mode: undefined })).required_pressure).toBeNull();
  });

  it('a board without a frame is available and all of its values are unknown', () => {
    const empty = { ...last, ts: null, received_at: null, fc: null, data: emptied() };
    expect(isAvailable(facts({ last: empty }))).toBe(true);
    expect(integrationState(facts({ last: empty }))).toMatchObject({ pressure: null, running: null });
  });
});

const emptied = (): LastData['data'] => ({
  on_off_state_r: null,
  modbus: null,
  frequency_fc: null,
  pressure_control: null,
  required_pressure: null,
  analog_input_2: null,
  analog_input_3: null,
});

describe('the entities of Home Assistant', () => {
  const bounds = { min: 3, max: 5.5 };
  const device = {
    id: 'MNB-T0001',
    name: 'Studňa',
    model: 'GD10',
    version: '1.2.0',
    url: 'https://x/',
    bounds,
  };
  const topics = {
    state: 'p/state',
    availability: 'p/availability',
    set: 'p/set',
    setPressure: 'p/pressure/set',
    endRetries: 'p/end_retries/set',
  };

  it('a login that only reads has no switch', () => {
    expect(entitiesOf(false, bounds)).not.toContain('switch');
    expect(entitiesOf(true)).toContain('switch');
  });

  it('R5.5 the required pressure can be set within the bounds of the board, once they are known', () => {
    expect(entitiesOf(false, bounds)).not.toContain('set_pressure');
    expect(entitiesOf(true)).not.toContain('set_pressure');
    expect(entitiesOf(true, bounds)).toContain('set_pressure');
    expect(discoveryMessage('set_pressure', 'Tlak', device, topics)).toMatchObject({
      command_topic: 'p/pressure/set',
      value_template: '{{ value_json.required_pressure }}',
      min: 3,
      max: 5.5,
      step: 0.1,
      retain: false,
      optimistic: false,
    });
  });

  it('the last contact does not fill a recorder: it is off by default', () =>
    expect(discoveryMessage('last_contact', 'Kontakt', device, topics)).toMatchObject({
      enabled_by_default: false,
    }));

  it('a measured value has class, unit, availability and an expiry', () => {
    expect(discoveryMessage('pressure', 'Tlak', device, topics)).toEqual({
      name: 'Tlak',
      unique_id: 'manoboard_MNB-T0001_pressure',
      device_class: 'pressure',
      unit_of_measurement: 'bar',
      state_class: 'measurement',
      state_topic: 'p/state',
      value_template: '{{ value_json.pressure }}',
      availability_topic: 'p/availability',
      expire_after: 150,
      device: {
        identifiers: ['manoboard_MNB-T0001'],
        name: 'Studňa',
        manufacturer: 'MaNoBoard',
        serial_number: 'MNB-T0001',
        model: 'GD10',
        sw_version: '1.2.0',
        configuration_url: 'https://x/',
      },
      origin: { name: 'MaNoBoard' },
    });
  });

  it('the switch is never retained and shows what the board reported', () => {
    expect(discoveryMessage('switch', 'Čerpadlo', device, topics)).toMatchObject({
      command_topic: 'p/set',
      retain: false,
      optimistic: false,
      value_template: '{{ value_json.switch }}',
    });
  });

  it('R5.11 the next start is known also while the board is offline, and a button ends the retries', () => {
    const waiting = facts({ isOnline: false, last: { ...last, next_try: NOW_S + 60 } });
    expect(integrationState(waiting).next_start).toBe('2026-09-21T14:14:20.000Z');
    const button = discoveryMessage('end_retries', 'Neskúšať', device, topics);
    expect(button).toMatchObject({ command_topic: 'p/end_retries/set', retain: false });
    expect(button).not.toHaveProperty('state_topic');
    expect(entitiesOf(false)).not.toContain('end_retries');
  });

  it('the problem stays available while the board is offline', () => {
    expect(discoveryMessage('problem', 'Problém', device, topics)).not.toHaveProperty('availability_topic');
  });
});

it.each([
  ['may switch as owner', true, 'owner', undefined],
  ['R4.18 may switch for a switcher', true, 'switcher', undefined],
  ['R4.18 is denied a switch for a watcher', true, 'watcher', 'FORBIDDEN'],
  ['is denied while the user has not turned the switch on', false, 'owner', 'FORBIDDEN'],
  ['is denied after the delegation has expired', true, 'expired', 'DEVICE_NOT_FOUND'],
  ['is denied without access', true, 'none', 'DEVICE_NOT_FOUND'],
] as const)('R7.2 an integration login %s', (_title, canSwitch, relation, expected) => {
  expect(refuseIntegration({ canSwitch, isChosen: true }, relation, 'switch')).toBe(expected);
});
it('R4.18 an integration login of a switcher may not set the pressure', () =>
  expect(refuseIntegration({ canSwitch: true, isChosen: true }, 'switcher', 'operate')).toBe('FORBIDDEN'));
