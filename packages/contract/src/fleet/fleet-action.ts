import * as z from 'zod/mini';
import { RuleKind } from '../alert/kinds.ts';
import { ProblemName } from '../http/problem.ts';
import { DeviceId } from '../text.ts';

/** What one call does to many devices. Never a start or a stop: a pump is switched by somebody who looks at it. */
export const FleetActionKind = z.discriminatedUnion('kind', [
  /** Adds or removes a label; of groups, a device has the last one. */
  z.strictObject({ kind: z.literal('label'), label_id: z.int(), is_on: z.boolean() }),
  /** Takes the open alerts of the device that nobody has, and its other entry of the work list. */
  z.strictObject({ kind: z.literal('take') }),
  /** Sets the numbers of one alert rule, and whether it is on; the others stay. */
  z.strictObject({
    kind: z.literal('alert_rule'),
    rule: RuleKind,
    numbers: z.record(z.string().check(z.maxLength(32)), z.number()),
    is_on: z.boolean(),
  }),
  /** Begins the update to the newest release for the hardware. */
  z.strictObject({ kind: z.literal('firmware') }),
]);
export type FleetActionKind = z.infer<typeof FleetActionKind>;

/** Devices of one call. A client with more sends them in several calls, and shows how many are done. */
export const MAX_ACTION_DEVICES = 50;

export const FleetAction = z.strictObject({
  device_ids: z
    .array(DeviceId)
    .check(z.minLength(1, 'required'), z.maxLength(MAX_ACTION_DEVICES, 'too_long')),
  action: FleetActionKind,
});
export type FleetAction = z.infer<typeof FleetAction>;

/** The outcome of each device; `problem` is null where it is done. */
export const FleetOutcomes = z.object({
  results: z.array(z.object({ id_dev: DeviceId, problem: z.nullable(ProblemName) })),
});
export type FleetOutcomes = z.infer<typeof FleetOutcomes>;
