import { NewPlace, type Place } from '@manoboard/contract/device/place';
import { placeCalls } from '@manoboard/contract/device/place.calls';
import { pinOf, readPin } from '@manoboard/domain/pump/place';
import { useFormatter } from 'use-intl';
import { type FieldErrors, schemaErrors } from '../lib/forms/form-errors.ts';
import { request } from '../lib/http/http.ts';
import { readQuery } from '../lib/http/read-query.ts';

/** Refetched with the configuration. */
export const placeQuery = (deviceId: string) =>
  readQuery(['config', deviceId, 'place'], placeCalls.place, { params: { id: deviceId } });

/** The place as its form has it: the pin is one text. */
export type PlaceValues = { name: string; address: string; pin: string; key_at: string };

export const pinText = ({ lat, lon }: { lat: number; lon: number }) => `${lat}, ${lon}`;

export function placeValues(place: Place | null): PlaceValues {
  const pin = pinOf(place);
  return {
    name: place?.name ?? '',
    address: place?.address ?? '',
    pin: pin ? pinText(pin) : '',
    key_at: place?.key_at ?? '',
  };
}

const toPlace = ({ pin, ...texts }: PlaceValues): NewPlace => ({
  ...texts,
  ...(readPin(pin) ?? { lat: null, lon: null }),
});

export const placeErrors = (values: PlaceValues): FieldErrors<keyof PlaceValues> => ({
  ...schemaErrors<keyof PlaceValues>(NewPlace, toPlace(values) as never),
  ...(values.pin.trim() !== '' && !readPin(values.pin) && { pin: 'validation.pin_format' }),
});

export const savePlace = (deviceId: string, values: PlaceValues) =>
  request(placeCalls.setPlace, { params: { id: deviceId }, body: toPlace(values) });

/** 3,4 km; whole ones from 10. */
export function useDistanceText() {
  const { number } = useFormatter();
  return (km: number) =>
    number(km, { style: 'unit', unit: 'kilometer', maximumFractionDigits: km < 10 ? 1 : 0 });
}
