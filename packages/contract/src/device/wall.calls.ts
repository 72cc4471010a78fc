import * as z from 'zod/mini';
import { call, errorResponses } from '../http/call.ts';
import { DeviceId } from '../text.ts';
import { WaterState } from './water.ts';

/** Pumps of one wall: as many as are readable from three metres. */
export const MAX_WALL_PUMPS = 12;

/** R9.1: a pump as a screen on a wall shows it. */
export const WallPump = z.object({
  device_id: DeviceId,
  alias: z.nullable(z.string()),
  water: WaterState,
  /** `null`: unknown, or not current. */
  pressure_bar: z.nullable(z.number()),
});
export type WallPump = z.infer<typeof WallPump>;

export const wallCalls = {
  wall: call({
    method: 'GET',
    path: '/wall',
    who: 'user',
    summary: 'Water at the pumps of a wall token in their fixed order, or at the first pumps of the caller',
    answers: { 200: z.array(WallPump), ...errorResponses(401) },
  }),
};
