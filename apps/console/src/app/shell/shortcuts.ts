import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { deviceChoice } from '../../device/device-choice.ts';
import { isDialogOpen, singleKeys } from '../../lib/keys/single-keys.ts';
import { paths } from '../../lib/page/paths.ts';

/** Single keys; the letter is the key. */
export const KEYS = { device: 'd', overview: 'o', timeline: 't', help: 'h', sheet: '?' } as const;
type Name = keyof typeof KEYS;

/** What a key press requests; `undefined` for every other key. */
function shortcutOf(event: KeyboardEvent): Name | 'palette' | undefined {
  const isPalette =
    (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k';
  if (isPalette) return event.repeat || isDialogOpen() ? undefined : 'palette';
  const key = singleKeys.of(event);
  return (Object.keys(KEYS) as Name[]).find((name) => KEYS[name] === key);
}

/** An overlay of the shell; `devices` is the palette with devices only. */
export type Overlay = 'palette' | 'devices' | 'sheet';

/** Keyboard shortcuts of all protected pages. They navigate; none of them commands a pump. */
export function useShortcuts(userId: number) {
  const router = useRouter();
  const [overlay, setOverlay] = useState<Overlay>();
  useEffect(() => {
    const device = () => {
      const last = deviceChoice.last(userId);
      return last === undefined ? {} : { device: last };
    };
    const acts: Record<Name | 'palette', () => void> = {
      palette: () => setOverlay('palette'),
      device: () => setOverlay('devices'),
      sheet: () => setOverlay('sheet'),
      overview: () => void router.navigate({ to: paths.overview, search: device() }),
      timeline: () => void router.navigate({ to: paths.overview, search: { ...device(), tool: 'timeline' } }),
      help: () => void router.navigate({ to: paths.docs }),
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const name = shortcutOf(event);
      if (!name) return;
      event.preventDefault();
      acts[name]();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [router, userId]);
  return { overlay, open: setOverlay, close: () => setOverlay(undefined) };
}
