import { deviceDataCalls } from '@manoboard/contract/device/device-data.calls';
import type { ValueName } from '@manoboard/contract/device/device-state';
import { numeric, orElse } from '@manoboard/contract/http/any-provider';
import * as z from 'zod/mini';
import { widen } from '../lib/http/any-provider.ts';
import { read } from '../lib/http/http.ts';
import { serverNowS } from '../lib/time/clock.ts';

export interface FcValue {
  value: number | null;
  /** `undefined` if the provider sends none; a card then uses its default. */
  unit: string | undefined;
  ts: number;
}

/** Wider than the contract's answers: other providers may omit the time, or send the value alone. */
const AnyValue = z.object({
  value: z.nullable(numeric(z.number())),
  unit: orElse(z.optional(z.string()), undefined),
  ts: orElse(z.optional(z.nullable(z.int())), undefined),
});
type AnyValue = z.output<typeof AnyValue>;
const Keyed = z.object({ data: z.record(z.string(), orElse(z.optional(AnyValue), undefined)) });

const configCall = widen(deviceDataCalls.fcConfig, z.union([Keyed, AnyValue]));
const lastCall = widen(deviceDataCalls.fcDataLast, AnyValue);

const fcValueOf = ({ value, unit, ts }: AnyValue): FcValue => ({ value, unit, ts: ts ?? serverNowS() });

/** `GET get-fc-config/{name}` of the spec. */
export async function fetchFcConfig(
  id: string,
  name: ValueName,
  signal: AbortSignal,
): Promise<FcValue | undefined> {
  const answer = await read(configCall, signal, { params: { id, name } });
  const found: AnyValue | undefined = 'data' in answer ? answer.data[name] : answer;
  return found && fcValueOf(found);
}

/** `GET get-fc-data-last/{name}` of the spec. */
export const fetchFcDataLast = async (id: string, name: ValueName, signal: AbortSignal): Promise<FcValue> =>
  fcValueOf(await read(lastCall, signal, { params: { id, name } }));
