import type { Activity, ActivityEntry } from '@manoboard/contract/activity/activity';
import type { Device, LastData } from '@manoboard/contract/device/device';
import type { ConfigState } from '@manoboard/contract/device/device-config-state';
import type { DeviceState } from '@manoboard/contract/device/device-state';
import type { ReadingField } from '@manoboard/contract/mqtt/reading';
import { READING_FIELDS } from '@manoboard/contract/mqtt/reading';
import { configInForce } from '@manoboard/domain/device-config/version';
import { lockOf } from '@manoboard/domain/pump/control-mode';
import { pressureBounds } from '@manoboard/domain/pump/pressure-bounds';
import { pressureFromWire } from '@manoboard/domain/pump/pressure-codec';
import { pumpState, pumpStateFields, switchOf } from '@manoboard/domain/pump/pump';
import { ageS, freshness } from '@manoboard/domain/telemetry/freshness';
import { emptyLastData } from '@manoboard/domain/telemetry/last-data';
import { translatorOf } from '@manoboard/i18n/translator';
import { texts } from '../texts.ts';
import type { ApiClient } from './api-client.ts';
import type { Facts } from './facts.ts';
import { DEVICE } from './world.ts';

const t = translatorOf('sk');
const { ack, activity, boardEvent, common, device, problem, pump, water } = texts.sk;

/** The server's state of the device at one moment. */
interface Known {
  last: LastData;
  isOnline: boolean;
  alias: string;
  mode: 1 | 10;
  bounds: { min: number; max: number };
  newest: ActivityEntry | undefined;
  nowS: number;
}

async function fetchKnown(client: ApiClient): Promise<Known> {
  const [rows, online, devices, { items }, config, { now }] = await Promise.all([
    client.get<LastData[]>('/actual-data/all-last-data'),
    client.get<string[]>('/api-requests/online-devices'),
    client.get<Device[]>('/users-devices/get-devices'),
    client.get<Activity>(`/devices/${DEVICE}/activity?limit=1&kind=command&kind=event`),
    client.get<ConfigState>(`/devices/${DEVICE}/config`),
    client.get<DeviceState>(`/devices/${DEVICE}/state`),
  ]);
  const { pressure = {} } = configInForce(config.reported?.ver ?? null, config.applied?.config ?? null) ?? {};
  const mode = pressure.normalizer ?? 1;
  return {
    last: rows.find(({ device_id }) => device_id === DEVICE) ?? emptyLastData(DEVICE),
    isOnline: online.includes(DEVICE),
    alias: devices.find(({ id_dev }) => id_dev === DEVICE)?.alias ?? DEVICE,
    mode,
    bounds: pressureBounds(mode, pressure),
    newest: items[0],
    nowS: now,
  };
}

/** Decimals and unit of each value on the page; others are shown as text. */
const SHOWN: Partial<Record<ReadingField, [digits: number, unit: string]>> = {
  frequency_fc: [1, 'Hz'],
  required_pressure: [1, 'bar'],
  pressure: [2, 'bar'],
  motor_current: [2, 'A'],
  motor_rpm: [0, 'rpm'],
  motor_power: [2, 'kW'],
  bus_voltage: [1, 'V'],
  temperature_fc: [1, '°C'],
  temperature_mnb: [1, '°C'],
  analog_input_2: [2, 'V'],
  analog_input_3: [2, 'V'],
  electro_meter: [1, 'kWh'],
  motor_operating_hours: [0, 'h'],
  rssi: [0, 'dBm'],
};

const number = (value: number, digits: number) =>
  new Intl.NumberFormat('sk', { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);

function ageText(seconds: number, isPast = false): string {
  const whole = Math.max(0, Math.floor(seconds));
  const span = [86_400, 3600, 60].find((each) => whole >= each) ?? 10;
  const rounded = whole - (whole % span);
  if (isPast) return `${t('age.past')} ${rounded === 0 ? t('age.moment') : ageText(rounded)}`;
  if (rounded === 0) return t('age.now');
  if (rounded < 60) return t('age.seconds', { n: rounded });
  if (rounded < 3600) return t('age.minutes', { n: rounded / 60 });
  if (rounded < 86_400) return t('age.hours', { n: rounded / 3600 });
  return t('age.days', { n: rounded / 86_400 });
}

const CONTROL = {
  locked: device.controlMode.remote,
  unlocked: device.controlMode.local,
  unknown: device.controlMode.unknown,
};

function valueText({ last, mode }: Known, field: ReadingField, value: number): string {
  switch (field) {
    case 'on_off_state_r':
      return pump.state[pumpState(last.data)];
    case 'modbus':
      return CONTROL[lockOf(last.data)];
    case 'pressure_control':
      return value === 0 ? device.control.remote : device.control.local;
    case 'fault':
      return value === 0 ? device.noFault : device.faultCode.replace('{code}', `${value}`);
    default: {
      const [digits, unit] = SHOWN[field] ?? [0, ''];
      return `${number(field === 'required_pressure' ? pressureFromWire(value, mode) : value, digits)} ${unit}`;
    }
  }
}

function valueFact(known: Known, field: ReadingField): [string, string] {
  const { last, isOnline, nowS } = known;
  const name = device.field[field];
  const value = last.data[field];
  // Running or waiting is as old as the older of its two values.
  const fields = field === 'on_off_state_r' ? pumpStateFields(last.data) : [field];
  const ages = fields.flatMap((part) => ageS(last, part, nowS) ?? []);
  if (value == null || ages.length === 0) return [name, `–${common.notAvailable}`];
  const isPast = fields.some((part) => freshness(last, part, isOnline, nowS) === 'stale');
  return [name, valueText(known, field, value) + ageText(Math.max(...ages), isPast)];
}

function pumpText({ last, isOnline, nowS }: Known): string {
  if (!isOnline) return pump.state.offline;
  const isStale = pumpStateFields(last.data).some(
    (field) => freshness(last, field, isOnline, nowS) === 'stale',
  );
  return pump.state[isStale ? 'stale' : pumpState(last.data)];
}

function newestText({ newest, nowS }: Known): string {
  if (!newest || 'change' in newest) return '';
  const when = ageText(nowS - newest.at);
  if (newest.kind === 'event') {
    const { code, started_by = 'itself', cleared_at } = newest.event;
    if (code === 'STARTED') return activity.started + activity.startedBy[started_by] + when;
    return (
      boardEvent[code as keyof typeof boardEvent] +
      (cleared_at === null ? activity.lasting : activity.over) +
      when
    );
  }
  const { command } = newest;
  const { op, value, old_value, normalizer = 1 } = command;
  const bar = (wire: unknown) =>
    typeof wire === 'number'
      ? `${number(pressureFromWire(wire, normalizer === 10 ? 10 : 1), 1)} bar`
      : undefined;
  const change = [...new Set([bar(old_value), bar(value)].filter(Boolean))].join(' → ');
  const what: Partial<Record<typeof op, string>> = {
    start_stop: value ? activity.start : activity.stop,
    set_lock: value ? activity.lock : activity.unlock,
    write: activity.pressure.replace('{change}', change),
  };
  const reasons = [command.problem && problem[command.problem], command.detail && ack[command.detail]];
  const reason = reasons.filter(Boolean).join(' ');
  return `${what[op]}${activity.status[command.status]}${when} · ${command.by.name}${reason}`;
}

const LOCK = { locked: 'on', unlocked: 'off', unknown: 'unknown' } as const;

function factsOf(known: Known): Facts {
  const { last, isOnline, alias, mode, bounds } = known;
  const lock = lockOf(last.data);
  const may = (isPossible: boolean) => (isOnline && isPossible ? 'enabled' : 'disabled');
  const bar = pressureFromWire(last.data.required_pressure ?? Number.NaN, mode);
  return {
    name: alias,
    connection: isOnline ? device.connection.connected : device.connection.offline,
    banners: isOnline ? '' : water.do.offline,
    pump: pumpText(known),
    switch: `${switchOf(last.data)} ${may(lock !== 'unlocked')}`,
    lock: `${LOCK[lock]} ${may(true)}`,
    required: `${number(bar, 1)} of ${bounds.min}–${bounds.max} ${may((last.data.pressure_control ?? 0) === 0)}`,
    values: Object.fromEntries(READING_FIELDS.map((field) => valueFact(known, field))),
    newest: newestText(known),
  };
}

const oneSpace = (text: string) => text.replace(/\s+/g, ' ');

/** State of the server, formatted as the page should show it. */
export async function readServer(client: ApiClient): Promise<Facts> {
  const facts = factsOf(await fetchKnown(client));
  return JSON.parse(oneSpace(JSON.stringify(facts))) as Facts;
}
