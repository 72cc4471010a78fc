import { createAtom, useSelector } from '@tanstack/react-store';
import { session } from '../http/session.ts';

/** Where the reader is, in degrees. */
export interface Position {
  lat: number;
  lon: number;
}

type State = { name: 'off' | 'asking' | 'refused' | 'failed'; at: undefined } | { name: 'on'; at: Position };

const OFF: State = { name: 'off', at: undefined };

/** In memory alone: where somebody was is nobody's business after the page is closed. */
const state = createAtom<State>(OFF);
session.onEnd(() => state.set(OFF));

/** A position of the last minute will do: people drive slower than lists change. */
const OPTIONS: PositionOptions = { enableHighAccuracy: false, timeout: 15_000, maximumAge: 60_000 };

/** Asks the browser for the position; resolves with nothing when it is refused or unknown. */
function locate(options: PositionOptions = OPTIONS): Promise<Position | undefined> {
  state.set({ name: 'asking', at: undefined });
  return new Promise((resolve) => {
    const end = (next: State) => {
      state.set(next);
      resolve(next.at);
    };
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => end({ name: 'on', at: { lat: coords.latitude, lon: coords.longitude } }),
      ({ code, PERMISSION_DENIED }) =>
        end({ name: code === PERMISSION_DENIED ? 'refused' : 'failed', at: undefined }),
      options,
    );
  });
}

/** R4.17: the reader's position, one for all lists. Nothing is asked of the browser before `locate`, which a click calls. */
export function usePosition() {
  const { name, at } = useSelector(state);
  return {
    /** Browsers have positions over https only. */
    isPossible: window.isSecureContext && 'geolocation' in navigator,
    state: name,
    position: at,
    locate,
    forget: () => state.set(OFF),
  };
}

/** For a pin: as exact as the device can. */
export const locateExactly = () => locate({ ...OPTIONS, enableHighAccuracy: true, maximumAge: 0 });
