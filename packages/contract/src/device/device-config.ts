import * as z from 'zod/mini';
import { asciiName, count, ts, unixSeconds, v } from '../mqtt/wire.ts';
import { line } from '../text.ts';
import { BoardPump } from './board-pump.ts';

const finite = z.number().check(z.gte(-1e6), z.lte(1e6));
const seconds = (least: number, most: number) => z.int().check(z.gte(least), z.lte(most));

const isBelow = (low: number | undefined, high: number | undefined) =>
  low === undefined || high === undefined || low < high;

/** Full scale of the pressure sensor, bar; by default 10 bar in mode 1, 100 bar in mode 10. */
export const sensorMaxBar = ({
  normalizer = 1,
  sensor_max = 10 * normalizer,
}: {
  normalizer?: number | undefined;
  sensor_max?: number | undefined;
}) => sensor_max;

/** R5.5: bounds of the required pressure in bar; normalizer 10 means that the wire carries bar ÷ 10. */
const pressure = {
  min: z.optional(finite.check(z.gte(0))),
  max: z.optional(finite.check(z.gt(0))),
  normalizer: z.optional(z.union([z.literal(1), z.literal(10)])),
  /** Full scale of the pressure sensor, bar. */
  sensor_max: z.optional(z.number().check(z.gt(0), z.lte(1000))),
};
type Span = { min?: number | undefined; max?: number | undefined };
const hasSpan = z.refine<Span>(({ min, max }) => isBelow(min, max), {
  error: 'min_not_below_max',
  path: ['min'],
});
// The protection cannot detect a pressure above the sensor span.
const isSeenBySensor = z.refine<PressureConfig>(
  (config) => config.max === undefined || config.max <= sensorMaxBar(config),
  { error: 'above_sensor', path: ['max'] },
);
export const PressureConfig = z.object(pressure).check(hasSpan, isSeenBySensor);
export type PressureConfig = z.infer<z.ZodMiniObject<typeof pressure>>;

/** R4.9: a disabled input needs no other field; a span of zero would divide by zero. */
const analogInput = {
  enabled: z.union([z.literal(0), z.literal(1)]),
  normalizer: z.optional(finite),
  unit: z.optional(line(0, 16)),
  alias: z.optional(line(0, 64)),
  min: z.optional(finite),
  max: z.optional(finite),
  minRefVoltage: z.optional(finite),
  maxRefVoltage: z.optional(finite),
};
const hasVoltageSpan = z.refine<AnalogInputConfig>(
  ({ minRefVoltage: low, maxRefVoltage: high }) => low === undefined || low !== high,
  { error: 'zero_span', path: ['minRefVoltage'] },
);
export const AnalogInputConfig = z.object(analogInput).check(hasSpan, hasVoltageSpan);
export type AnalogInputConfig = z.infer<z.ZodMiniObject<typeof analogInput>>;

/** Frame interval in seconds, running and asleep. */
const frames = { tele_s: z.optional(seconds(1, 300)), tele_idle_s: z.optional(seconds(5, 3600)) };

/** Remote settings of a board. An omitted field returns to its default. */
export const DeviceConfig = z.object({
  ...frames,
  pressure: z.optional(PressureConfig),
  AnalogInput2: z.optional(AnalogInputConfig),
  AnalogInput3: z.optional(AnalogInputConfig),
  /** Entered values of the pump card; what the board knows itself takes precedence. */
  pump: z.optional(BoardPump),
});
export type DeviceConfig = z.infer<typeof DeviceConfig>;

// R5.5: a board ignores a single bound and uses its default; a form rejects it, since the user would expect an effect.
const missesNo = (bound: 'min' | 'max', other: 'min' | 'max') =>
  z.refine<Span>((span) => span[bound] !== undefined || span[other] === undefined, {
    error: 'half_bounds',
    path: [bound],
  });
const WishedPressure = z
  .strictObject(pressure)
  .check(hasSpan, isSeenBySensor, missesNo('min', 'max'), missesNo('max', 'min'));
const WishedInput = z.strictObject(analogInput).check(hasSpan, hasVoltageSpan);
/** Strict form of the config for requests: unknown keys are errors, where a board ignores them. */
export const WishedConfig = z.strictObject({
  ...frames,
  pressure: z.optional(WishedPressure),
  AnalogInput2: z.optional(WishedInput),
  AnalogInput3: z.optional(WishedInput),
});

/** R5.10: the lock-out tag of the device as its board keeps it: until when (`null`: until it is removed), and by whom. */
export const BoardTag = z.object({ until: z.nullable(unixSeconds), by: asciiName });
export type BoardTag = z.infer<typeof BoardTag>;

/**
 * Versions only increase; a board ignores one older than the newest it has received. The tag has no version: the newest
 * message counts, and a message without it changes nothing. Version 0 carries the tag of a device without a configuration.
 */
export const CfgDesired = z.object({
  v,
  ver: count,
  cfg: DeviceConfig,
  tag: z.optional(z.nullable(BoardTag)),
});
export type CfgDesired = z.infer<typeof CfgDesired>;

/** Result of a version on the board. `at` is the rejected field, `reason` why. */
export const CfgReported = z.object({
  v,
  ver: count,
  st: z.enum(['applied', 'rejected']),
  reason: z.optional(
    z.enum([
      'malformed',
      'too_large',
      'out_of_range',
      'min_not_below_max',
      'zero_span',
      'above_sensor',
      'not_saved',
    ]),
  ),
  at: z.optional(z.string().check(z.maxLength(64))),
  /**
   * Checksum of the applied config (`packages/domain/src/device-config/sum.ts`): another server may have used the same
   * version number.
   */
  sum: z.optional(z.string().check(z.regex(/^[0-9a-f]{8}$/))),
  /** R5.10: the tag that the board keeps; absent for a board that knows no tags. */
  tag: z.optional(z.nullable(BoardTag)),
  ts,
});
export type CfgReported = z.infer<typeof CfgReported>;
