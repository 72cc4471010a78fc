import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '../base/log.ts';
import type { Link } from '../link/link.ts';
import type { createCluster } from './cluster.ts';

/** A load balancer has noticed by then that the server is not ready: what is closed is opened elsewhere. */
const NOTICED_MS = 1500;
const BOARDS_PER_SECOND = 200;
/** With 4 s for the end of everything else a stop takes 15 s at most. */
const DRAIN_WITHIN_MS = 9_500;

interface Needs {
  cluster: Pick<ReturnType<typeof createCluster>, 'living' | 'drain'> | undefined;
  hub: { moveAll: () => void };
  log: Logger;
}

/** Hands pages and boards over to the other servers, if there are any. */
export async function drain({ cluster, hub, log }: Needs, link: Link): Promise<void> {
  if (!cluster || cluster.living().length < 2) return;
  log.info('handing over to the other servers');
  // Not awaited: a database that does not answer would take the time of the boards.
  cluster.drain().catch((err) => log.warn({ err }, 'the other servers do not know that this one stops'));
  await wait(NOTICED_MS);
  hub.moveAll();
  const boards = await link.handOver(BOARDS_PER_SECOND, DRAIN_WITHIN_MS);
  if (boards > 0) log.warn({ boards }, 'the boards that remain are disconnected at once');
}
