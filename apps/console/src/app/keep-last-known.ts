import { deviceChoice } from '../device/device-choice.ts';
import { readLastKnown, storeLastKnown, toLastKnown } from '../device/last-known.ts';
import { lastServerContact, linkState, liveStore, restoreLive } from '../device/live/live.ts';
import { devicesQuery, fcDevicesQuery } from '../device/queries.ts';
import { session } from '../lib/http/session.ts';
import { serverNowS } from '../lib/time/clock.ts';
import { queryClient } from './query-client.ts';
import type { Person } from './use-person.ts';

const SAVE_EVERY_MS = 15_000;

/** Fills the device lists from the storage and returns the stored user. */
export function restorePerson(): Person | undefined {
  const known = readLastKnown(serverNowS());
  if (!known) return undefined;
  const updatedAt = known.contactS * 1000;
  for (const [{ queryKey }, rows] of [
    [devicesQuery, known.devices],
    [fcDevicesQuery, known.converters],
  ] as const) {
    if (queryClient.getQueryData(queryKey) === undefined)
      queryClient.setQueryData<unknown>(queryKey, rows, { updatedAt });
  }
  return { user: known.user, roles: known.roles, isStored: true };
}

function save({ user, roles }: Person) {
  const devices = queryClient.getQueryData(devicesQuery.queryKey);
  const converters = queryClient.getQueryData(fcDevicesQuery.queryKey) ?? [];
  const contactS = lastServerContact().lastS;
  // R1.5: another tab may have logged out, which removes the marker.
  if (!devices || contactS === 0 || !session.isMarked()) return;
  const recentIds = deviceChoice.recent(user.id);
  const valuesOf = (id: string) => liveStore.device(id).last;
  storeLastKnown(
    toLastKnown({ user, roles: [...roles], devices, converters, recentIds, valuesOf, contactS }),
  );
}

/** Stores the values of this page for a start without the server, and shows stored ones while the link is down. */
export function keepLastKnown(person: Person): () => void {
  const epoch = session.epoch();
  const restore = () => {
    const known = linkState.get() === 'down' ? readLastKnown(serverNowS()) : undefined;
    if (known?.user.id === person.user.id) restoreLive(known.values, known.contactS);
  };
  const saveOwn = () => {
    if (!person.isStored && session.epoch() === epoch) save(person);
  };
  const onVisibility = () => {
    if (document.hidden) saveOwn();
  };
  restore();
  saveOwn();
  const { unsubscribe } = linkState.subscribe(restore);
  const timer = setInterval(saveOwn, SAVE_EVERY_MS);
  document.addEventListener('visibilitychange', onVisibility);
  return () => {
    unsubscribe();
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onVisibility);
  };
}
