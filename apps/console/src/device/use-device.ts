import type { ReadingField } from '@manoboard/contract/mqtt/reading';
import { useSelector } from '@tanstack/react-store';
import { useMemo } from 'react';
import { clock, serverNowS } from '../lib/time/clock.ts';
import { pendingCommands } from './commands/pending-commands.ts';
import { type DeviceView, type Pump, pumpOf, type ReadingView, readingOf } from './device-view.ts';
import { lastServerContact, linkState, liveStore } from './live/live.ts';

const NONE_PENDING = {};

/** Equal by properties. Smaller than `shallow` of the store, which also compares maps, sets and dates. */
function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (!a || !b || typeof a !== 'object' || typeof b !== 'object') return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.is(Reflect.get(a, key), Reflect.get(b, key)))
  );
}

/** The view of one device with one subscription to all its sources. */
function createSource(deviceId: string) {
  let known: DeviceView | undefined;
  return {
    get(): DeviceView {
      const view: DeviceView = {
        ...liveStore.device(deviceId),
        nowS: serverNowS(),
        link: linkState.get(),
        serverContact: lastServerContact(),
        pending: pendingCommands.get()[deviceId] ?? NONE_PENDING,
      };
      if (!known || !isSame(known, view)) known = view;
      return known;
    },
    subscribe(listener: (view: DeviceView) => void) {
      // The hook reads the view by itself, and only if the component still needs it.
      const notify = listener as () => void;
      const unsubscribes = [
        liveStore.subscribe(deviceId, notify),
        clock.subscribe(notify),
        linkState.subscribe(notify).unsubscribe,
        pendingCommands.subscribe(notify).unsubscribe,
      ];
      return {
        unsubscribe() {
          for (const unsubscribe of unsubscribes) unsubscribe();
        },
      };
    },
  };
}

/** Renders again only when the selected slice changes; objects are compared by their properties. */
export function useDevice<Selected>(deviceId: string, select: (view: DeviceView) => Selected): Selected {
  const source = useMemo(() => createSource(deviceId), [deviceId]);
  return useSelector(source, select, { compare: isSame });
}

export const useReading = (deviceId: string, field: ReadingField): ReadingView =>
  useDevice(deviceId, (view) => readingOf(view, field));

export const usePump = (deviceId: string): Pump => useDevice(deviceId, pumpOf);
