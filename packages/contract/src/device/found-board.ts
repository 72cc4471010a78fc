import * as z from 'zod/mini';
import { DeviceId } from '../text.ts';
import { AddDevice } from './device-access.ts';
import { WaterState } from './water.ts';

/** R4.1: what is on the label of a board: its ID with the code, or the content of the QR code. */
export const BoardLabel = z.pick(AddDevice, { id_dev: true, password: true });
export type BoardLabel = z.infer<typeof BoardLabel>;

/** A board without an owner, for who holds its label and may not have an account yet. */
export const FoundBoard = z.object({
  id_dev: DeviceId,
  is_online: z.boolean(),
  /** `null`: not measured now. */
  pressure_bar: z.nullable(z.number()),
  water: WaterState,
});
export type FoundBoard = z.infer<typeof FoundBoard>;
