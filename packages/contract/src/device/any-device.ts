import * as z from 'zod/mini';
import { AnyId, numeric, orElse } from '../http/any-provider.ts';
import { READING_FIELDS, Reading, type ReadingField } from '../mqtt/reading.ts';
import { Device, FcDevice, LastData, LastValues, specValues } from './device.ts';

/** Text or unknown. */
const text = orElse(z.nullable(z.string()), null);
const seconds = numeric(z.int());

/** R8: `id_dev`, `version` and `alias` are the fields of the spec. */
export const AnyDevice = z.extend(Device, {
  id_dev: AnyId,
  version: text,
  alias: text,
  /** Unknown: an owner's rights and warnings, which include those of a delegate. The server checks each call. */
  access: orElse(Device.shape.access, 'owner'),
  level: orElse(Device.shape.level, undefined),
  place: orElse(Device.shape.place, undefined),
  lock_out: orElse(Device.shape.lock_out, undefined),
});

/** R8: `id`, `fc_type` and `owner_dev_id` are the fields of the spec. */
export const AnyFcDevice = z.extend(FcDevice, {
  id: AnyId,
  owner_dev_id: AnyId,
  facts: orElse(FcDevice.shape.facts, undefined),
  alias: text,
  version: text,
  owner: text,
  refused: orElse(FcDevice.shape.refused, undefined),
  pump: orElse(FcDevice.shape.pump, 'unknown'),
  fault: orElse(FcDevice.shape.fault, null),
  stopped_by: orElse(FcDevice.shape.stopped_by, null),
  alert: orElse(FcDevice.shape.alert, undefined),
  alert_severity: orElse(FcDevice.shape.alert_severity, undefined),
  alert_since: orElse(FcDevice.shape.alert_since, undefined),
  switched_off: orElse(FcDevice.shape.switched_off, undefined),
  water: orElse(FcDevice.shape.water, undefined),
  lock_out: orElse(FcDevice.shape.lock_out, undefined),
});

/** A value that is missing or not understood is unknown, never 0. */
const fieldSchema = (field: ReadingField) =>
  field in specValues
    ? orElse(z.nullable(numeric(Reading.shape[field])), null)
    : orElse(z.optional(numeric(Reading.shape[field])), undefined);
const AnyValues = z.extend(
  LastValues,
  Object.fromEntries(READING_FIELDS.map((field) => [field, fieldSchema(field)])) as Record<never, never>,
);

/** R8: `device_id` and `data` are the fields of the spec. `undefined` as a time: the provider sends none. */
export const AnyLastData = z.extend(LastData, {
  device_id: AnyId,
  data: AnyValues,
  ts: orElse(z.optional(z.nullable(seconds)), undefined),
  received_at: orElse(z.optional(z.nullable(seconds)), undefined),
  fc: orElse(LastData.shape.fc, null),
  older: orElse(LastData.shape.older, {}),
  frame: orElse(LastData.shape.frame, undefined),
  clock: orElse(LastData.shape.clock, undefined),
  every_s: orElse(LastData.shape.every_s, undefined),
  connecting: orElse(LastData.shape.connecting, undefined),
  next_try: orElse(LastData.shape.next_try, undefined),
  stopped_for: orElse(LastData.shape.stopped_for, undefined),
});
export type AnyLastData = z.output<typeof AnyLastData>;
