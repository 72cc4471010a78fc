import * as z from 'zod/mini';
import { TimeZoneName } from '../account/account.ts';
import { VisitDay } from '../alert/visit.ts';
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
  /** Name of its place, else the address of the place; never that of the owner. */
  place: z.optional(z.nullable(z.string())),
  /** First name of who has its alert, or comes on an agreed day. */
  coming: z.optional(z.object({ name: z.string(), day: z.optional(VisitDay) })),
});
export type WallPump = z.infer<typeof WallPump>;

/** R9.2: estimated litres since midnight, with their band. */
export const WallLitres = z.object({ device_id: DeviceId, litres: z.number(), error: z.number() });
export type WallLitres = z.infer<typeof WallLitres>;

export const wallCalls = {
  wall: call({
    method: 'GET',
    path: '/wall',
    who: 'user',
    summary: 'Water at the pumps of a wall token in their fixed order, or at the first pumps of the caller',
    answers: { 200: z.array(WallPump), ...errorResponses(401) },
  }),
  wallLitres: call({
    method: 'GET',
    path: '/wall/litres',
    who: 'user',
    summary:
      'Estimated litres since midnight of the zone at the pumps of the wall; those without a known flow are missing',
    query: z.strictObject({ zone: TimeZoneName }),
    answers: { 200: z.array(WallLitres), ...errorResponses(401, 422, 429) },
  }),
};
