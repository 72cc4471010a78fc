import type { WaterTone } from '@manoboard/contract/device/water';
import { byDistance } from '@manoboard/domain/pump/place';
import { waterState } from '@manoboard/domain/pump/water-state';
import { useState, useSyncExternalStore } from 'react';
import { pumpStatus } from '../../../device/device-view.ts';
import { liveStore } from '../../../device/live/live.ts';
import { useLinkState } from '../../../device/live/use-link.ts';
import { usePosition } from '../../../lib/page/use-position.ts';
import { serverNowS, useClock } from '../../../lib/time/clock.ts';
import type { KnownDevice } from './use-devices.ts';

/** The tone of the water of each pump, live; it also changes when values become stale. */
function useWaterTones(devices: readonly KnownDevice[]): (WaterTone | 'connecting')[] {
  const tonesAt = (nowS: number) =>
    devices
      .map(({ id, context }) => {
        const live = liveStore.device(id);
        const look = pumpStatus(live, nowS);
        if (look === 'connecting') return context.listed?.tone ?? 'connecting';
        return waterState({ ...context, last: live.last, look, nowS }).tone;
      })
      .join();
  useSyncExternalStore(liveStore.subscribeAll, () => tonesAt(serverNowS()));
  return useClock(tonesAt).split(',') as (WaterTone | 'connecting')[];
}

const RANKS = ['act', 'look', 'unknown'];
const rankOf = (tone: string) => (RANKS.includes(tone) ? RANKS.indexOf(tone) : RANKS.length);

/**
 * R9.1: pumps that need a person, and the others in the order of the server or, R4.17, by distance. Decided once when the states are known, and
 * again when a pump is added or removed: a card must not move while a person is about to tap it.
 */
export function useByNeed(devices: readonly KnownDevice[]) {
  const tones = useWaterTones(devices);
  const isKnown = useLinkState() === 'down' || !tones.includes('connecting');
  const [decided, setDecided] = useState<ReadonlyMap<string, number>>(new Map());
  const isComplete = decided.size === devices.length && devices.every(({ id }) => decided.has(id));
  if (isKnown && !isComplete)
    setDecided(new Map(devices.map(({ id }, at) => [id, rankOf(tones[at] ?? 'unknown')])));
  const rank = ({ id }: KnownDevice) => decided.get(id) ?? RANKS.length;
  const { position } = usePosition();
  const near = position ? byDistance(devices, position, ({ place }) => place) : devices;
  const ordered = near.toSorted((a, b) => rank(a) - rank(b));
  return {
    isDecided: decided.size > 0,
    needing: ordered.filter((device) => rank(device) < RANKS.length),
    others: ordered.filter((device) => rank(device) === RANKS.length),
  };
}
