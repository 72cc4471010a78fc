import { commandCalls } from '@manoboard/contract/http/calls/commands';
import { deviceDataCalls } from '@manoboard/contract/http/calls/device-data';
import type { ResettableMeter } from '@manoboard/contract/nouns/command';
import { ValueName } from '@manoboard/contract/nouns/device-state';
import * as z from 'zod/mini';
import { sendCommand } from '../../device/commands/send-command.ts';
import { serverNowS } from '../../lib/clock.ts';
import { read } from '../../lib/http.ts';

export const sendReset = (deviceId: string, meter: ResettableMeter) =>
  sendCommand(commandCalls.resetFcConfig, 'reset', {
    params: { id_dev: deviceId },
    body: { config_value_name: meter },
  });

export interface Polled {
  value: number | null;
  /** `undefined` if the provider sends none; the card then uses its default. */
  unit: string | undefined;
  ts: number;
}

/** `contract.md` 1.1: other providers may omit the time, or send the value alone. */
const AnyValue = z.object({
  value: z.nullable(z.number()),
  unit: z.optional(z.string()),
  ts: z.optional(z.nullable(z.int())),
});
type AnyValue = z.infer<typeof AnyValue>;
const Keyed = z.object({ data: z.partialRecord(ValueName, AnyValue) });

const polledOf = ({ value, unit, ts }: AnyValue): Polled => ({ value, unit, ts: ts ?? serverNowS() });

const meterCall = {
  ...deviceDataCalls.fcConfig,
  answers: { ...deviceDataCalls.fcConfig.answers, 200: z.union([Keyed, AnyValue]) },
};
const lastCall = {
  ...deviceDataCalls.fcDataLast,
  answers: { ...deviceDataCalls.fcDataLast.answers, 200: AnyValue },
};

export async function fetchMeter(
  id: string,
  name: ResettableMeter,
  signal: AbortSignal,
): Promise<Polled | undefined> {
  const answer = await read(meterCall, signal, { params: { id, name } });
  const found: AnyValue | undefined = 'data' in answer ? answer.data[name] : answer;
  return found && polledOf(found);
}

/** R5.8 */
export const fetchMotorFrequency = async (id: string, signal: AbortSignal): Promise<Polled> =>
  polledOf(await read(lastCall, signal, { params: { id, name: 'motor_frequency' } }));
