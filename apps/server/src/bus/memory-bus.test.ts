import { beforeEach, describe } from 'vitest';
import { createMemoryPeers } from './memory-bus.ts';
import { describePeerBus } from './peer-bus.contract.ts';

let peers: ReturnType<typeof createMemoryPeers>;
beforeEach(() => {
  peers = createMemoryPeers();
});

describe('bus in memory', () => describePeerBus((serverId) => peers.join(serverId)));
