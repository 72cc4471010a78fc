import * as z from 'zod/mini';
import { line } from '../text.ts';
import { BoardPump, number } from './board-pump.ts';

const whole = (least: number, most: number) => z.optional(z.int().check(z.gte(least), z.lte(most)));

/** One point of a curve at 50 Hz: flow in l/min, head in m, electrical power in W if it is known. */
export const CurvePoint = z.strictObject({
  lpm: z.number().check(z.gte(0), z.lte(10_000)),
  m: z.number().check(z.gte(0), z.lte(1000)),
  w: z.optional(z.number().check(z.gte(0), z.lte(200_000))),
});
export type CurvePoint = z.infer<typeof CurvePoint>;

const isRising = z.refine<CurvePoint[]>(
  (points) => points.every(({ lpm }, at) => at === 0 || lpm > (points[at - 1]?.lpm ?? 0)),
  { error: 'flows_not_rising' },
);
const PumpCurve = z.array(CurvePoint).check(z.minLength(2), z.maxLength(20), isRising);

/** When the drive may start by itself at this place. */
export const SelfStartPermission = z.enum(['never', 'after_power_cut']);

/** Values of the pump card. An absent value is unknown: a rule that needs it is silent. */
export const PumpValues = z.strictObject({
  ...BoardPump.shape,
  motor_rpm: whole(100, 10_000),
  motor_cos_phi: number(0.1, 1),
  pump_name: z.optional(line(1, 64)),
  /** Rated point of the pump at 50 Hz. */
  pump_head_m: number(1, 1000),
  pump_flow_lpm: number(1, 10_000),
  /** Curve of the manufacturer at 50 Hz. */
  curve: z.optional(PumpCurve),
  /** Pressure rise of the pump at a closed valve and 50 Hz. */
  no_flow_bar: number(0.1, 100),
  tank_l: number(0.5, 10_000),
  tank_precharge_bar: number(0.1, 50),
  source: z.optional(z.enum(['mains', 'well', 'tank'])),
  /** Supply pressure of the mains. */
  supply_bar: number(0, 20),
  well_depth_m: number(0, 500),
  pump_depth_m: number(0, 500),
  /** Depth of the water below the pressure sensor while the pump rests, and the lowest one. */
  rest_level_m: number(0, 500),
  lowest_level_m: number(0, 500),
  /** Analog input of the board with a level sensor. */
  level_input: z.optional(z.union([z.literal(2), z.literal(3)])),
  sensor_place: z.optional(z.enum(['pump', 'house'])),
  sensor_offset_bar: number(-10, 10),
  /** Starts in 24 hours that the motor's manual permits. */
  starts_per_day: whole(1, 10_000),
  /** Answered at the commissioning; without an answer it may not. */
  self_start: z.optional(SelfStartPermission),
});
export type PumpValues = z.infer<typeof PumpValues>;
export type PumpValueName = keyof PumpValues;
