import * as z from 'zod/mini';

/** An optional number between two limits. */
export const number = (least: number, most: number) =>
  z.optional(z.number().check(z.gte(least), z.lte(most)));

/**
 * What the protection of a board uses of the pump card; a board may report these, and the server sends the others to it.
 * Tolerant of unknown names, as every message of boards is. Apart from the card, since every page loads it.
 */
export const BoardPump = z.object({
  /** Rated power of the motor. */
  motor_kw: number(0.05, 200),
  /** Class of the mains: 230 or 400 V. */
  motor_volts: z.optional(z.union([z.literal(230), z.literal(400)])),
  motor_phases: z.optional(z.union([z.literal(1), z.literal(3)])),
  /** Rated current of the motor. */
  motor_a: number(0.1, 500),
  hz_low: number(0, 100),
  hz_high: number(10, 100),
  /** Power at a closed valve and 50 Hz. */
  no_flow_w: number(5, 200_000),
  /** The converter's analog input with the pressure sensor. */
  sensor_input: z.optional(z.union([z.literal(1), z.literal(2), z.literal(3)])),
  sensor_signal: z.optional(z.enum(['0-10V', '4-20mA'])),
});
export type BoardPump = z.infer<typeof BoardPump>;
