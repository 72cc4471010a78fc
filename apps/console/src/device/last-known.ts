import { AnyUser } from '@manoboard/contract/account/any-user';
import { AnyDevice, AnyFcDevice, AnyLastData } from '@manoboard/contract/device/any-device';
import { LastData } from '@manoboard/contract/device/device';
import * as z from 'zod/mini';
import { LAST_KNOWN } from '../lib/http/session.ts';

/** Enough for a household or a round of a technician; about 60 kB. */
const MAX_DEVICES = 50;
const MAX_AGE_S = 30 * 86_400;

/** Their times were set on arrival. */
const { ts, received_at } = LastData.shape;
const KnownData = z.extend(AnyLastData, { ts, received_at });

/** What the browser stores for a start without the server. Change the version with the shape: others are dropped. */
const LastKnown = z.object({
  version: z.literal(1),
  /** The last answer of the server, Unix seconds of its clock. */
  contactS: z.int(),
  user: AnyUser,
  roles: z.array(z.string()),
  devices: z.array(AnyDevice),
  converters: z.array(AnyFcDevice),
  values: z.array(KnownData),
});
export type LastKnown = z.infer<typeof LastKnown>;

type Collected = Omit<LastKnown, 'version' | 'values'> & {
  /** Devices that the user chose last, newest first. */
  recentIds: readonly string[];
  valuesOf: (deviceId: string) => LastData | undefined;
};

/** Only what the device pages show: no phone number, no address, no owners of other devices. */
export function toLastKnown({ recentIds, valuesOf, ...all }: Collected): LastKnown {
  const ids = [...new Set([...recentIds, ...all.devices.map(({ id_dev }) => id_dev)])].slice(0, MAX_DEVICES);
  const kept = new Set(ids);
  return {
    version: 1,
    contactS: all.contactS,
    user: { ...all.user, phone_number: null, address: null, pending_email: null },
    roles: all.roles,
    devices: all.devices.filter(({ id_dev }) => kept.has(id_dev)),
    converters: all.converters
      .filter(({ owner_dev_id }) => kept.has(owner_dev_id))
      .map((converter) => ({ ...converter, owner: null })),
    values: ids.flatMap((id) => valuesOf(id) ?? []),
  };
}

/** Storage may be full or blocked: then a start without the server has no values. */
export function storeLastKnown(known: LastKnown) {
  try {
    localStorage.setItem(LAST_KNOWN, JSON.stringify(known));
  } catch {
    // Nothing to do: the app works without stored values.
  }
}

/** Content that does not fit is dropped: the storage of a browser may contain anything. */
export function readLastKnown(nowS: number): LastKnown | undefined {
  try {
    const parsed = z.safeParse(LastKnown, JSON.parse(localStorage.getItem(LAST_KNOWN) ?? 'null'));
    return parsed.success && nowS - parsed.data.contactS < MAX_AGE_S ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
