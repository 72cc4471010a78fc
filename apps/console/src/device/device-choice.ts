import { createAtom, useSelector } from '@tanstack/react-store';
import { session } from '../lib/http/session.ts';
import { parseIds } from '../lib/page/stored-ids.ts';

/** The current choice and the devices that the chooser offers as recent. */
const KEPT = 6;

/** Number of changes, to notify subscribers; the browser's storage holds the choice. */
const changes = createAtom(0);

const tabKey = (userId: number) => `device.${userId}`;
const browserKey = (userId: number) => `devices.${userId}`;

/** R1.5: a logout forgets the devices of this browser's users; the login after an expired session goes on with them. */
session.onEnd((hasExpired) => {
  if (hasExpired) return;
  for (const [storage, key] of [
    [localStorage, /^devices\.\d+$/],
    [sessionStorage, /^device\.\d+$/],
  ] as const)
    for (const name of Object.keys(storage)) if (key.test(name)) storage.removeItem(name);
});

const kept = (userId: number) => parseIds(localStorage.getItem(browserKey(userId)));

function keep(userId: number, ids: readonly string[]) {
  localStorage.setItem(browserKey(userId), JSON.stringify(ids.slice(0, KEPT)));
  changes.set((count) => count + 1);
}

/**
 * R4.15: the device that a user chose last. A tab keeps its own choice through reloads, so a choice in another tab never
 * changes the controlled pump; a new tab starts with the last choice in this browser.
 */
export const deviceChoice = {
  last: (userId: number): string | undefined =>
    sessionStorage.getItem(tabKey(userId)) ?? kept(userId)[0] ?? undefined,

  /** Newest first. */
  recent: kept,

  choose(userId: number, id: string) {
    if (sessionStorage.getItem(tabKey(userId)) === id && kept(userId)[0] === id) return;
    sessionStorage.setItem(tabKey(userId), id);
    keep(userId, [id, ...kept(userId).filter((other) => other !== id)]);
  },

  forget(userId: number, id: string) {
    if (sessionStorage.getItem(tabKey(userId)) === id) sessionStorage.removeItem(tabKey(userId));
    keep(
      userId,
      kept(userId).filter((other) => other !== id),
    );
  },
};

export const useLastDevice = (userId: number): string | undefined =>
  useSelector(changes, () => deviceChoice.last(userId));
