import type { FieldChange } from '@manoboard/contract/activity/device-change';
import type { Place } from '@manoboard/contract/device/place';

/** A point on the map in degrees. */
export interface Pin {
  lat: number;
  lon: number;
}

const EARTH_RADIUS_KM = 6371;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** R4.17: distance as the crow flies (haversine), which orders a list; roads are longer. */
export function distanceKm(from: Pin, to: Pin): number {
  const sine = (degrees: number) => Math.sin(radians(degrees) / 2) ** 2;
  const part =
    sine(to.lat - from.lat) +
    Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * sine(to.lon - from.lon);
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(Math.min(1, part)));
}

export const pinOf = (place: Pick<Place, 'lat' | 'lon'> | null | undefined): Pin | undefined =>
  place?.lat != null && place.lon != null ? { lat: place.lat, lon: place.lon } : undefined;

/** Nearest first; rows without a pin follow in their order. */
export function byDistance<Row>(
  rows: readonly Row[],
  from: Pin,
  placeOf: (row: Row) => Pick<Place, 'lat' | 'lon'> | null | undefined,
): Row[] {
  const distanceOf = (row: Row) => {
    const pin = pinOf(placeOf(row));
    return pin ? distanceKm(from, pin) : Number.POSITIVE_INFINITY;
  };
  const distances = new Map(rows.map((row) => [row, distanceOf(row)]));
  const at = (row: Row) => distances.get(row) ?? Number.POSITIVE_INFINITY;
  return rows.toSorted((one, other) => (at(one) === at(other) ? 0 : at(one) - at(other)));
}

type Shown = Pick<Place, 'address' | 'lat' | 'lon'>;

/** What a map searches for: the pin is exact, an address may be found elsewhere. */
function queryOf(place: Shown): string | undefined {
  const pin = pinOf(place);
  return pin ? `${pin.lat},${pin.lon}` : place.address || undefined;
}

/** R4.17: the link to a map by the operator's template; one with `{lat}` or `{lon}` needs a pin. */
export function mapUrl(template: string, place: Shown): string | undefined {
  const pin = pinOf(place);
  const query = queryOf(place);
  if (query === undefined || (!pin && /\{l(at|on)\}/.test(template))) return undefined;
  return template
    .replaceAll('{q}', encodeURIComponent(query))
    .replaceAll('{lat}', `${pin?.lat}`)
    .replaceAll('{lon}', `${pin?.lon}`);
}

/** For Android, where the user's own maps open it. */
export function geoUrl(place: Shown): string | undefined {
  const query = queryOf(place);
  const pin = pinOf(place);
  return query && `geo:${pin ? query : '0,0'}?q=${encodeURIComponent(query)}`;
}

const FIELDS = ['name', 'address', 'lat', 'lon', 'key_at'] as const satisfies readonly (keyof Place)[];
export const NO_PLACE: Place = { name: null, address: null, lat: null, lon: null, key_at: null };

/** R5.7b: every field that differs. */
export const placeChanges = (before: Place | null, after: Place): FieldChange[] =>
  FIELDS.map((field) => ({
    field: `place.${field}`,
    old: (before ?? NO_PLACE)[field],
    new: after[field],
  })).filter((change) => change.old !== change.new);

/** R4.3c: the pump stays where it is; the former owner's name for it and their keeper of the key do not. */
export const placeAfterTransfer = (place: Place | null): Place | null =>
  place && (place.address || pinOf(place)) ? { ...place, name: null, key_at: null } : null;

/** A pin as typed or copied from a map: "48.7363, 19.2735", in Slovak also "48,7363 19,2735". */
export function readPin(typed: string): Pin | undefined {
  const number = String.raw`(-?\d{1,3}(?:[.,]\d+)?)`;
  const found = new RegExp(String.raw`^\s*${number}°?\s*(?:[;,]\s*|\s+)${number}°?\s*$`).exec(typed);
  if (!found) return undefined;
  const [lat, lon] = found.slice(1).map((text) => round(Number(text.replace(',', '.'))));
  if (lat === undefined || lon === undefined || Math.abs(lat) > 90 || Math.abs(lon) > 180) return undefined;
  return { lat, lon };
}

/** 10 cm. */
const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
