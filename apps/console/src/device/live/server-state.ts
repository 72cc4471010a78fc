import type { DiskSpace } from '@manoboard/contract/live';
import { createAtom, useSelector } from '@tanstack/react-store';
import { linkState, onLiveEvent } from './live.ts';

interface ServerState {
  isBrokerUp: boolean;
  isDatabaseUp: boolean;
  diskSpace: DiskSpace;
}

/** The last report of the stream. */
const serverState = createAtom<ServerState>({ isBrokerUp: true, isDatabaseUp: true, diskSpace: 'ok' });

onLiveEvent(({ event, data }) => {
  const change = (part: Partial<ServerState>) => serverState.set((known) => ({ ...known, ...part }));
  if (event === 'snapshot')
    change({
      isBrokerUp: data.broker ?? true,
      isDatabaseUp: data.database ?? true,
      diskSpace: data.disk ?? 'ok',
    });
  else if (event === 'broker') change({ isBrokerUp: data.up });
  else if (event === 'database') change({ isDatabaseUp: data.up });
  else if (event === 'disk') change({ diskSpace: data.space });
});

/** R4.5: whether the MQTT broker accepts boards; unknown without the stream. */
export function useBrokerUp(): boolean | undefined {
  const isLive = useSelector(linkState) === 'live';
  const { isBrokerUp } = useSelector(serverState);
  return isLive ? isBrokerUp : undefined;
}

export const useDatabaseUp = (): boolean => useSelector(serverState).isDatabaseUp;

export const useDiskSpace = (): DiskSpace => useSelector(serverState).diskSpace;
