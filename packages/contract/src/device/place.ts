import * as z from 'zod/mini';
import { line, nameText } from '../text.ts';

/** Six decimals are 10 cm. */
const degrees = (most: number) => z.nullable(z.number().check(z.gte(-most), z.lte(most)));

/** R4.17: where a pump is, apart from where its owner lives; `null` is unknown. */
export const Place = z.object({
  name: z.nullable(z.string()),
  address: z.nullable(z.string()),
  /** The pin on the map in degrees; both or none. */
  lat: z.nullable(z.number()),
  lon: z.nullable(z.number()),
  /** Who has the key, or where it is. */
  key_at: z.nullable(z.string()),
});
export type Place = z.infer<typeof Place>;

const hasWholePin = z.refine<Place>(({ lat, lon }) => (lat === null) === (lon === null), {
  error: 'required',
  path: ['lat'],
});

/** Replaces the whole place; empty text is unknown. */
export const NewPlace = z
  .strictObject({
    name: z.nullable(nameText(0, 64)),
    address: z.nullable(line(0, 200)),
    lat: degrees(90),
    lon: degrees(180),
    key_at: z.nullable(line(0, 100)),
  })
  .check(hasWholePin);
export type NewPlace = z.infer<typeof NewPlace>;

export const DevicePlace = z.object({
  /** `null`: nobody has entered one. */
  place: z.nullable(Place),
  /** The owner's address as a proposal, for callers who may set the place and see the owner. */
  proposed_address: z.nullable(z.string()),
  can_set: z.boolean(),
});
export type DevicePlace = z.infer<typeof DevicePlace>;
