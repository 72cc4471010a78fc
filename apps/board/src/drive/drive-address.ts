import { BoardPump } from '@manoboard/contract/device/board-pump';
import { Refusal } from '../refusal.ts';
import type { SerialSettings } from './modbus/serial-line.ts';

/** Address of a real drive, as given to `--drive`. */
export interface DriveAddress {
  line: { kind: 'tcp'; host: string; port: number } | ({ kind: 'rtu' } & SerialSettings);
  unit: number;
  timeoutMs: number;
  ratedKw: number | undefined;
  /** Rated power of the pump's motor, and its power against a closed valve at 50 Hz. */
  pumpKw: number | undefined;
  noFlowW: number | undefined;
  hasUnverified: boolean;
  /** The drive's analog input with the pressure sensor; the board checks AI2 for a broken wire. */
  sensorInput: 1 | 2 | undefined;
  /** The system clock is correct without network time. */
  hasOwnClock: boolean;
  /** A person confirms that a drive without a known identity is of the configured type. */
  isIdentitySkipped: boolean;
}

const EXAMPLES =
  'modbus:tcp://192.168.1.20:502?unit=1 or modbus:rtu:/dev/ttyUSB0?baud=19200&parity=even&unit=1';
const BAUD_RATES = [1200, 2400, 4800, 9600, 19_200, 38_400, 57_600, 115_200];
const PARITIES = ['none', 'even', 'odd'] as const;
const SETTINGS = [
  'unit',
  'timeout',
  'kw',
  'pump_kw',
  'noflow_w',
  'unverified',
  'sensor',
  'clock',
  'identity',
];
const KNOWN = {
  tcp: SETTINGS,
  rtu: [...SETTINGS, 'baud', 'parity'],
};

function numberOf(
  query: URLSearchParams,
  name: string,
  fallback: number,
  least: number,
  most: number,
): number {
  const text = query.get(name);
  if (text === null) return fallback;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new Refusal(`--drive: ${name} must be a whole number from ${least} to ${most}, but it is ${text}.`);
}

/** The limits of the contract: a board must not report what the server rejects. */
const POWERS = {
  kw: { what: "the drive's rated power in kW, like 1.5", limits: BoardPump.shape.motor_kw },
  pump_kw: { what: "the pump's rated power in kW, like 1.1", limits: BoardPump.shape.motor_kw },
  noflow_w: {
    what: 'what the pump takes against a closed valve at 50 Hz in W, like 700',
    limits: BoardPump.shape.no_flow_w,
  },
};

function powerOf(query: URLSearchParams, name: keyof typeof POWERS): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const value = Number(text);
  const { what, limits } = POWERS[name];
  if (text !== '' && limits.safeParse(value).success) return value;
  throw new Refusal(`--drive: ${name} must be ${what}, but it is ${text}.`);
}

function choiceOf<T extends string>(
  query: URLSearchParams,
  name: string,
  choices: readonly T[],
  usual: T,
  option = '--drive',
): T {
  const text = query.get(name);
  const choice = text === null ? usual : choices.find((known) => known === text);
  if (choice !== undefined) return choice;
  throw new Refusal(`${option}: ${name} must be one of ${choices.join(', ')}, but it is ${text}.`);
}

const rates = BAUD_RATES.map(String);

function sensorInputOf(query: URLSearchParams): DriveAddress['sensorInput'] {
  if (!query.has('sensor')) return undefined;
  return choiceOf(query, 'sensor', ['ai1', 'ai2'], 'ai1') === 'ai1' ? 1 : 2;
}

/** A serial port and its settings; `option` names the command line option in errors. */
export function serialOf(path: string, query: URLSearchParams, option = '--drive') {
  if (!path) throw new Refusal(`${option} names no serial port.`);
  const baud = Number(choiceOf(query, 'baud', rates, '19200', option));
  return { kind: 'rtu' as const, path, baud, parity: choiceOf(query, 'parity', PARITIES, 'even', option) };
}

function socketOf(address: string): DriveAddress['line'] {
  const url = URL.parse(`tcp:${address}`);
  if (!url?.hostname || (url.pathname && url.pathname !== '/'))
    throw new Refusal(`--drive must be like ${EXAMPLES}, but it is modbus:tcp:${address}.`);
  // Strip the square brackets that a URL puts around an IPv6 address.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return { kind: 'tcp', host, port: url.port ? Number(url.port) : 502 };
}

/** Undefined for `simulated`; else the address of a real drive, or a `Refusal` that names the error. */
export function driveAddress(text: string): DriveAddress | undefined {
  if (text === 'simulated') return undefined;
  const [, kind, place = '', rest = ''] = /^modbus:(tcp|rtu):([^?]*)(?:\?(.*))?$/.exec(text) ?? [];
  if (kind !== 'tcp' && kind !== 'rtu')
    throw new Refusal(`--drive must be simulated or like ${EXAMPLES}, but it is ${text}.`);
  const query = new URLSearchParams(rest);
  const strange = [...query.keys()].find((name) => !KNOWN[kind].includes(name));
  if (strange !== undefined) throw new Refusal(`--drive: there is no setting ${strange}.`);
  return {
    line: kind === 'rtu' ? serialOf(place, query) : socketOf(place),
    unit: numberOf(query, 'unit', 1, 1, 247),
    timeoutMs: numberOf(query, 'timeout', 300, 50, 5000),
    ratedKw: powerOf(query, 'kw'),
    pumpKw: powerOf(query, 'pump_kw'),
    noFlowW: powerOf(query, 'noflow_w'),
    hasUnverified: choiceOf(query, 'unverified', ['0', '1'], '0') === '1',
    sensorInput: sensorInputOf(query),
    hasOwnClock: choiceOf(query, 'clock', ['synchronised', 'own'], 'synchronised') === 'own',
    isIdentitySkipped: choiceOf(query, 'identity', ['required', 'skip'], 'required') === 'skip',
  };
}
