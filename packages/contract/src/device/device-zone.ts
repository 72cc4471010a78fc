import * as z from 'zod/mini';
import { TimeZoneName } from '../account/account.ts';

/** The time zone of the place of a device: the night of the leak rule is night there. */
export const DeviceZone = z.strictObject({ zone: TimeZoneName });
export type DeviceZone = z.infer<typeof DeviceZone>;
