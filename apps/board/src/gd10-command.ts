import { parseArgs } from 'node:util';
import type { Clock } from './clock.ts';
import { scenarioOf } from './credentials.ts';
import { serialOf } from './drive/drive-address.ts';
import { openSerial } from './drive/modbus/serial-line.ts';
import { type Gd10Server, serveRtu, serveTcp } from './drive/simulated/gd10-server.ts';
import type { RegisterBank } from './drive/simulated/simulated-gd10.ts';
import { fileErrorReason, Refusal } from './refusal.ts';
import { startHouse } from './scenario.ts';

export const GD10_USAGE = `  gd10 --tcp [HOST:]PORT | --serial PATH[?baud=19200&parity=even] [--unit 1] [--scenario NAME] [--seed NUMBER]`;

const text = { type: 'string' } as const;
/** Interval that advances the simulated house without requests. */
const LIVE_EVERY_MS = 1_000;

export interface Gd10Order {
  line: { kind: 'tcp'; host: string; port: number } | ReturnType<typeof serialOf>;
  unit: number;
  scenario: ReturnType<typeof scenarioOf>;
  seed: number;
}

function whole(name: string, value: string | undefined, usual: number, least: number, most: number): number {
  if (value === undefined) return usual;
  const number = Number(value);
  if (/^\d+$/.test(value) && number >= least && number <= most) return number;
  throw new Refusal(`--${name} must be a whole number from ${least} to ${most}, but it is ${value}.`);
}

function tcpOf(value: string): Gd10Order['line'] {
  const at = value.lastIndexOf(':');
  // Modbus has no authentication: by default only loopback may write to the drive.
  const host = at < 0 ? '127.0.0.1' : value.slice(0, at).replace(/^\[|\]$/g, '');
  return { kind: 'tcp', host, port: whole('tcp', value.slice(at + 1), 0, 1, 65_535) };
}

function lineOf({
  tcp,
  serial,
}: {
  tcp?: string | undefined;
  serial?: string | undefined;
}): Gd10Order['line'] {
  if ((tcp === undefined) === (serial === undefined))
    throw new Refusal(`Either --tcp or --serial must be given: where the drive answers.\n${GD10_USAGE}`);
  if (tcp !== undefined) return tcpOf(tcp);
  const [path = '', query = ''] = (serial ?? '').split('?', 2);
  return serialOf(path, new URLSearchParams(query), '--serial');
}

/** Parses `gd10 …`; throws a `Refusal` whose message names the error. */
export function readGd10Arguments(args: string[]): Gd10Order {
  let values: Record<string, string | undefined>;
  try {
    const options = { tcp: text, serial: text, unit: text, scenario: text, seed: text };
    values = parseArgs({ args, options, strict: true }).values;
  } catch (error) {
    throw new Refusal(error instanceof Error ? `${error.message.split('. ', 1)[0]}.` : String(error));
  }
  return {
    line: lineOf(values),
    unit: whole('unit', values.unit, 1, 1, 247),
    scenario: scenarioOf(values.scenario ?? 'household', '--scenario'),
    seed: whole('seed', values.seed, 1, 0, 2 ** 32 - 1),
  };
}

async function serve(bank: RegisterBank, { line, unit }: Gd10Order, clock: Clock, onClosed: () => void) {
  try {
    if (line.kind === 'tcp') return await serveTcp(bank, unit, line);
    return await serveRtu(bank, unit, openSerial(line), clock, onClosed);
  } catch (error) {
    const place = line.kind === 'tcp' ? `${line.host}:${line.port}` : line.path;
    throw new Refusal(`The simulated GD10 cannot answer on ${place} (${fileErrorReason(error)}).`);
  }
}

export interface Gd10Options {
  clock: Clock;
  log: (sentence: string) => void;
  /** The serial port was unplugged. */
  onClosed: () => void;
}

/** A simulated GD10 on a real line, for tests with other Modbus programs and boards. */
export async function startGd10(
  order: Gd10Order,
  { clock, log, onClosed }: Gd10Options,
): Promise<Gd10Server> {
  const { plant, gd10 } = startHouse(order.scenario, order.seed, clock);
  let isClosing = false;
  const server = await serve(gd10, order, clock, () => {
    if (!isClosing) onClosed();
  });
  const { line, unit } = order;
  const place =
    line.kind === 'tcp' ? `Modbus TCP at ${line.host}:${line.port}` : `Modbus RTU at ${line.path}`;
  log(`A simulated GD10 answers ${place}, unit ${unit}.`);
  let cancel = clock.after(LIVE_EVERY_MS, live);
  function live(): void {
    plant.now();
    cancel = clock.after(LIVE_EVERY_MS, live);
  }
  return {
    async close() {
      isClosing = true;
      cancel();
      await server.close();
    },
  };
}
