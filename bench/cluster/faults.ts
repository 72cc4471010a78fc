import { setTimeout as wait } from 'node:timers/promises';
import type { TrialCluster } from '@manoboard/testkit/cluster/trial-cluster';

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

/** What the faults measured, in milliseconds. */
export interface FaultTimes {
  kills: number[];
  promotions: number[];
  counts: Record<string, number>;
}

interface Watch {
  /** Resolves when all boards are connected. */
  untilAllUp: () => Promise<void>;
  /** Resolves with the time of the next PUBACK. */
  nextAck: () => Promise<number>;
}

/** Random faults, one after the other; each is repaired before the next one. */
export async function injectFaults(cluster: TrialCluster, count: number, watch: Watch): Promise<FaultTimes> {
  const times: FaultTimes = { kills: [], promotions: [], counts: {} };
  const faults: Record<string, () => Promise<void>> = {
    async 'kill of a server'() {
      const server = pick(cluster.servers);
      await server.stop('SIGKILL');
      const begunMs = performance.now();
      await watch.untilAllUp();
      times.kills.push(performance.now() - begunMs);
      await server.start();
    },
    async 'kill of a node of NATS'() {
      const node = pick(cluster.nats);
      await node.kill();
      await wait(2000);
      await node.start();
    },
    async 'cut of the bus'() {
      cluster.cutBus();
      await wait(1000 + Math.random() * 3000);
      cluster.healBus();
    },
    async 'failover of Postgres'() {
      await cluster.pair.killPrimary();
      await wait(2000);
      await cluster.pair.promote();
      const begunMs = performance.now();
      times.promotions.push((await watch.nextAck()) - begunMs);
      await wait(3000);
      await cluster.pair.addStandby();
    },
  };
  const names = Object.keys(faults);
  for (let n = 0; n < count; n++) {
    // Each kind at least once.
    const name = names[n] ?? pick(names);
    console.log(`fault ${n + 1} of ${count}: ${name}`);
    await faults[name]?.();
    times.counts[name] = (times.counts[name] ?? 0) + 1;
    await wait(2000);
    await watch.untilAllUp();
  }
  return times;
}
