import type { ApiClient } from './api-client.ts';
import { connectBoard } from './board-client.ts';
import { waitFor } from './wait-for.ts';

/** Boundary values and non-numbers. */
const ODD: readonly unknown[] = [
  ...[3, 5.5, 2.9, 5.6, 2.999_999_9, 5.500_000_1, 2.999_999, 5.500_01, 0.1 + 0.2, 4.1 + 0.1, -0, 0],
  ...[
    -4,
    55,
    550,
    0.55,
    0.3,
    1e308,
    -1e308,
    5e-324,
    Number.MAX_SAFE_INTEGER,
    4.25,
    4.200_000_1,
    5.500_000_4,
    0.550_000_04,
  ],
  ...['4', '4,2', '', null, true, [4], { value: 4 }, '__proto__'],
];
/** Not JSON numbers, but plausible input. */
const RAW = ['NaN', 'Infinity', '4e0', '0x4', '04', '4.', '+4', '1e999', '4,2', '-1e999'];

function* values(count: number, normalizer: number): Generator<string> {
  for (let n = 0; n < count; n++) {
    const pick = n % 4;
    if (pick === 0) yield JSON.stringify(ODD[(n / 4) % ODD.length] ?? null);
    else if (pick === 1) yield RAW[((n - 1) / 4) % RAW.length] ?? '4';
    else if (pick === 2) yield String(Math.round(Math.random() * 100) / 10 / normalizer);
    else yield String((Math.random() - 0.3) * 10 ** Math.floor(Math.random() * 6 - 2));
  }
}

export interface FuzzResult {
  sent: number;
  done: number;
  /** Values received over the wire, in bar and raw. */
  bars: number[];
  wires: number[];
  /** Responses that were neither 200 nor 4xx. */
  unexpected: number[];
}

interface Target {
  url: string;
  deviceId: string;
  secret: string;
  normalizer: 1 | 10;
}

/** Writes any value as required pressure to a board that executes everything it receives. */
export async function fuzzWrites(api: ApiClient, target: Target, count: number): Promise<FuzzResult> {
  const board = await connectBoard({ ...target, boot: 1_000_000 });
  const result: FuzzResult = { sent: 0, done: 0, bars: [], wires: [], unexpected: [] };
  board.client.on('message', () => {
    for (const cmd of board.commands.splice(0)) {
      if (cmd.op === 'write') {
        result.bars.push(cmd.val * target.normalizer);
        result.wires.push(cmd.val);
      }
      board.done(cmd).catch(() => {});
    }
  });
  await board.listen();
  await board.publishStatus();
  await board.publishTele();
  await waitFor(async () => (await write(api, target.deviceId, `${4 / target.normalizer}`))?.status === 200, {
    what: 'the first write',
  });
  // It may have been repeated.
  result.wires.length = 0;
  const all = values(count, target.normalizer);
  const worker = async () => {
    for (const value of all) {
      const status = (await write(api, target.deviceId, value))?.status ?? 0;
      result.sent++;
      if (status === 200) result.done++;
      else if (status < 400 || status >= 500) result.unexpected.push(status);
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  await board.leave();
  return result;
}

const write = (api: ApiClient, deviceId: string, value: string) =>
  api.post(`/mqtt/${deviceId}/write`, `{"what":"Required pressure","value":${value}}`);
