import type { Place } from '@manoboard/contract/device/place';
import { describe, expect, it } from 'vitest';
import {
  byDistance,
  distanceKm,
  geoUrl,
  mapUrl,
  NO_PLACE,
  placeAfterTransfer,
  placeChanges,
  readPin,
} from './place.ts';

const BYSTRICA = { lat: 48.7363, lon: 19.1462 };
const ZVOLEN = { lat: 48.5762, lon: 19.1371 };
const place = (part: Partial<Place>): Place => ({ ...NO_PLACE, ...part });

describe('distance between two pins', () => {
  it.each([
    ['of the same place is 0', BYSTRICA, BYSTRICA, 0],
    ['of two towns', BYSTRICA, ZVOLEN, 17.8],
    ['over the date line is short', { lat: 0, lon: 179.5 }, { lat: 0, lon: -179.5 }, 111.2],
    ['of two poles is half of the circle', { lat: 90, lon: 0 }, { lat: -90, lon: 77 }, 20_015.1],
  ] as const)('R4.17 %s', (_case, from, to, km) => expect(distanceKm(from, to)).toBeCloseTo(km, 1));

  it('R4.17 orders rows nearest first and keeps the order of those without a pin at the end', () => {
    const rows = [place({}), place(ZVOLEN), null, place(BYSTRICA)];
    const [none, zvolen, missing, bystrica] = rows;
    expect(byDistance(rows, BYSTRICA, (row) => row)).toEqual([bystrica, zvolen, none, missing]);
  });
});

describe('link to a map', () => {
  const SEARCH = 'https://maps.example/?q={q}';
  const POINT = 'https://maps.example/{lat}/{lon}';
  const address = 'Záhradná 12, Ľupča';
  it.each([
    ['prefers the pin', SEARCH, place({ address, ...ZVOLEN }), 'https://maps.example/?q=48.5762%2C19.1371'],
    [
      'searches for an address',
      SEARCH,
      place({ address }),
      'https://maps.example/?q=Z%C3%A1hradn%C3%A1%2012%2C%20%C4%BDup%C4%8Da',
    ],
    ['shows a point', POINT, place(ZVOLEN), 'https://maps.example/48.5762/19.1371'],
    ['needs a pin for a template with degrees', POINT, place({ address }), undefined],
    ['needs an address or a pin', SEARCH, place({ name: 'Chata' }), undefined],
    ['works at zero degrees', POINT, place({ lat: 0, lon: 0 }), 'https://maps.example/0/0'],
  ])('R4.17 %s', (_case, template, at, url) => expect(mapUrl(template, at)).toBe(url));

  it.each([
    [place(ZVOLEN), 'geo:48.5762,19.1371?q=48.5762%2C19.1371'],
    [place({ address: 'Lesná 1' }), 'geo:0,0?q=Lesn%C3%A1%201'],
    [NO_PLACE, undefined],
  ])('R4.17 of Android: %j', (at, url) => expect(geoUrl(at)).toBe(url));
});

describe('a typed pin', () => {
  it.each([
    ['48.7363, 19.1462', BYSTRICA],
    ['48,7363 19,1462', BYSTRICA],
    ['48,7363; 19,1462', BYSTRICA],
    ['48.7363° 19.1462°', BYSTRICA],
    ['-33.5,-70.25', { lat: -33.5, lon: -70.25 }],
    ['48.73631234567 19.1462', { lat: 48.736312, lon: 19.1462 }],
    ['91, 19', undefined],
    ['48, 181', undefined],
    ['48.7363', undefined],
    ['Záhradná 12', undefined],
    ['', undefined],
  ])('R4.17 %j', (typed, pin) => expect(readPin(typed)).toEqual(pin));
});

it('R5.7b the log has each changed field', () => {
  expect(placeChanges(null, place({ address: 'Lesná 1', ...ZVOLEN }))).toEqual([
    { field: 'place.address', old: null, new: 'Lesná 1' },
    { field: 'place.lat', old: null, new: ZVOLEN.lat },
    { field: 'place.lon', old: null, new: ZVOLEN.lon },
  ]);
  expect(placeChanges(place(ZVOLEN), place(ZVOLEN))).toEqual([]);
});

it.each([
  [
    'keeps address and pin',
    place({ address: 'Lesná 1', ...ZVOLEN }),
    place({ address: 'Lesná 1', ...ZVOLEN }),
  ],
  [
    'drops the name and the keeper of the key',
    place({ name: 'U Nováka', address: 'Lesná 1', key_at: 'sused Ján' }),
    place({ address: 'Lesná 1' }),
  ],
  ['has nothing left of a name alone', place({ name: 'U Nováka', key_at: 'Ján' }), null],
  ['has nothing without a place', null, null],
])('R4.3c the next owner %s', (_case, before, after) => expect(placeAfterTransfer(before)).toEqual(after));
