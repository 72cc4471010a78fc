import * as z from 'zod/mini';
import { DeviceId, nameText } from '../text.ts';

/** A login on the broker for another program of the user, for example Home Assistant. */
export const Integration = z.object({
  id: z.int(),
  name: z.string(),
  /** User name on the broker, prefix of its topics, and discovery prefix of Home Assistant. */
  username: z.string(),
  /** Whether it may start and stop pumps; without it the login only reads. */
  can_switch: z.boolean(),
  /** The devices that it reaches, of those that its user owns or that are shared with them; `null`: all of these. */
  devices: z.nullable(z.array(z.string())),
  /** Unix seconds. */
  created_at: z.int(),
  /** `null`: never. While it is connected, to the minute. */
  last_used_at: z.nullable(z.int()),
});
export type Integration = z.infer<typeof Integration>;

/** Why a user may not add a login: each is a code of a problem. */
export const IntegrationRefusal = z.enum(['EMAIL_UNCONFIRMED', 'DEVICE_MISSING', 'TOO_MANY_INTEGRATIONS']);
export type IntegrationRefusal = z.infer<typeof IntegrationRefusal>;

export const IntegrationList = z.object({
  /** Address of the broker; `null` if the operator has not set it (`MQTT_PUBLIC_URL`). */
  broker_url: z.nullable(z.string()),
  integrations: z.array(Integration),
  /** `null`: another login may be added. */
  refusal: z.nullable(IntegrationRefusal),
});
export type IntegrationList = z.infer<typeof IntegrationList>;

/** The answer to a new login: the password is shown once. */
export const IntegrationWithPassword = z.object({ ...Integration.shape, password: z.string() });
export type IntegrationWithPassword = z.infer<typeof IntegrationWithPassword>;

const name = nameText(1, 60);
/** Limit per login; a login without a list reaches all devices of its user. */
const MAX_CHOSEN_DEVICES = 200;
const devices = z.nullable(
  z.array(DeviceId).check(z.minLength(1, 'required'), z.maxLength(MAX_CHOSEN_DEVICES, 'too_long')),
);
/** A new login only reads. */
export const NewIntegration = z.strictObject({ name, devices: z.optional(devices) });
export type NewIntegration = z.infer<typeof NewIntegration>;

export const IntegrationChange = z.strictObject({
  name: z.optional(name),
  can_switch: z.optional(z.boolean()),
  devices: z.optional(devices),
});
export type IntegrationChange = z.infer<typeof IntegrationChange>;

/** Limit per user. */
export const MAX_INTEGRATIONS = 5;
