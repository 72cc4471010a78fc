import {
  commonOutage,
  isAffected,
  OUTAGE_CAUSES,
  type Outage,
  SERVER_SILENT_MS,
  serverOutage,
  stepOutage,
} from '@manoboard/domain/alerts/outage';
import type { FleetEvents } from '../../../bus/server-events.ts';
import type { Core } from '../../../core.ts';
import type { Db } from '../../../db/db.ts';
import { lockOutage } from '../../../db/locks.ts';
import type { Outbox } from '../../../outbox/outbox.ts';
import type { AlertLife } from '../life/alert-life.service.ts';
import { claimSilent, findReport, hasOutageAlert, listOutages, upsertReport } from './outage.repo.ts';

const REPORT_EVERY_MS = 10_000;

interface Needs extends Pick<Core, 'db' | 'log' | 'now'> {
  outbox: Pick<Outbox, 'transaction'>;
  /** The same after a restart, another one for each server. */
  serverId: string;
  isBrokerUp: () => boolean;
  isOnline: (deviceId: string) => boolean;
  /** Its server has gone, and it has the time to connect to another one. */
  isConnecting: (deviceId: string) => boolean;
  /** Boards that are connected to this server. */
  countOnline: () => number;
  /** Boards that are connected to any server: those of a server that has gone may come back to each. */
  countAllOnline: () => number;
  /** With several servers: boards that are still said to be connected to another one. Those that moved are not away. */
  countOnlineOf: ((of: Db, serverId: string) => Promise<number>) | undefined;
  /** With several servers: when a board was lost that another one had. */
  offlineSinceMs: ((deviceId: string) => number | undefined) | undefined;
  life: Pick<AlertLife, 'raise' | 'clear'>;
}

/**
 * One alert when one cause takes many boards away. Each server judges its own boards and stores its outage with its
 * report; the reports of all servers hold the alert open. Meanwhile the presence of the boards is unknown.
 */
export function createOutages(needs: Needs) {
  const { db, outbox, log, now, serverId, isOnline } = needs;
  /** When boards that are away were lost, as far as this process knows. */
  const lost = new Map<string, number>();
  let outage: Outage | null = null;
  /** Boards that this process has never seen were lost at the latest then. */
  let startMs = now();
  let reportedMs = startMs;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  const facts = (atMs: number) => ({
    atMs,
    isBrokerUp: needs.isBrokerUp(),
    online: outage?.cause === 'server' ? needs.countAllOnline() : needs.countOnline(),
    lostMs: [...lost.values()],
  });

  /** While the database was away, no server could report: then silence says nothing. */
  async function takeSilent(tx: Db, atMs: number): Promise<void> {
    if (atMs - reportedMs >= SERVER_SILENT_MS) return;
    const silent = await claimSilent(tx, serverId, new Date(atMs - SERVER_SILENT_MS));
    const { countOnlineOf } = needs;
    const counts = await Promise.all(
      silent.map(async ({ id, online }) => (countOnlineOf ? countOnlineOf(tx, id) : online)),
    );
    const devices = counts.reduce((sum, count) => sum + count, 0);
    if (devices === 0 || outage) return;
    const lastSeenMs = Math.min(...silent.map(({ seenAt }) => seenAt.getTime()));
    outage = serverOutage({ lastSeenMs, devices }, { atMs, online: needs.countAllOnline() });
  }

  async function updateAlert(tx: Db, atMs: number): Promise<void> {
    const common = commonOutage(await listOutages(tx));
    if ((await hasOutageAlert(tx)) === (common !== null)) return;
    const alert = { kind: 'site_outage', atMs } as const;
    if (!common) return needs.life.clear(tx, null, alert);
    const { cause, sinceMs, devices } = common;
    const numbers = {
      devices,
      cause: OUTAGE_CAUSES.indexOf(cause),
      minutes: Math.max(1, Math.round((atMs - sinceMs) / 60_000)),
    };
    await needs.life.raise(tx, null, { ...alert, severity: 'alarm', sinceMs, numbers, thresholds: {} });
  }

  async function report(): Promise<void> {
    const atMs = now();
    outage = stepOutage(outage, facts(atMs));
    await outbox.transaction(db, async (tx) => {
      await lockOutage(tx);
      await takeSilent(tx, atMs);
      await upsertReport(tx, { serverId, seenAt: new Date(atMs), online: needs.countOnline(), outage });
      await updateAlert(tx, atMs);
    });
    reportedMs = atMs;
  }

  /** Judges and reports now; one at a time. */
  function run(): Promise<void> {
    const result = running.then(report);
    running = result.catch((err) => log.warn({ err }, 'the state of the boards could not be reported'));
    return result;
  }

  return {
    run,
    /** A board that goes offline on another server is lost there. */
    noteOnline({ deviceId, isOnline: isBack, isConnecting }: FleetEvents['online'], isOwn: boolean) {
      if (isBack) lost.delete(deviceId);
      else if (isOwn && !isConnecting) lost.set(deviceId, needs.offlineSinceMs?.(deviceId) ?? now());
    },
    /** `null`: unknown, since an outage may be the reason. */
    presenceOf(deviceId: string): boolean | null {
      if (isOnline(deviceId)) return true;
      if (needs.isConnecting(deviceId)) return null;
      const lostMs = lost.get(deviceId) ?? needs.offlineSinceMs?.(deviceId) ?? startMs;
      return outage && isAffected(outage, lostMs) ? null : false;
    },
    /** Before boards connect: those of the last report have the time to come back. */
    async start() {
      const atMs = now();
      const last = await findReport(db, serverId);
      startMs = Math.min(atMs, last?.seenAt.getTime() ?? atMs);
      // With several servers its boards have moved to others; those that have not are lost boards of this one.
      const devices = needs.countOnlineOf ? 0 : (last?.online ?? 0);
      outage = serverOutage({ lastSeenMs: startMs, devices }, { atMs, online: 0 });
      reportedMs = atMs;
      timer = setInterval(() => run().catch(() => {}), REPORT_EVERY_MS);
      timer.unref();
    },
    /** Before boards are disconnected: the last report has the number of the boards. */
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
