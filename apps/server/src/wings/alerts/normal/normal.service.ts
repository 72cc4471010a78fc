import { type DayFigures, figuresOfDay, NORMAL_METRICS } from '@manoboard/domain/alerts/normal/day-figures';
import {
  isExplained,
  judgeNormal,
  KEPT_DAYS,
  type NormalVerdict,
} from '@manoboard/domain/alerts/normal/normal';
import { DAY_MS, HOUR_MS } from '@manoboard/domain/time';
import type { Core } from '../../../core.ts';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import { ProblemError } from '../../../http/problem-error.ts';
import type { AllowedDevice } from '../../../http/rules.ts';
import type { SessionUser } from '../../../http/session.ts';
import type { Outbox } from '../../../outbox/outbox.ts';
import { listUsage } from '../../history/energy/usage.repo.ts';
import { listBlocks } from '../../history/history.repo.ts';
import type { AlertLife } from '../life/alert-life.service.ts';
import {
  deleteDaysBefore,
  getAlertFacts,
  insertAccepted,
  insertDays,
  listAccepted,
  listDays,
  listDue,
  listOpenKinds,
} from './normal.repo.ts';

/** Frames of a board that was offline may arrive later than the day. */
const LATE_HOURS = 3;
const BATCH = 50;
/** A run ends after this time, since other jobs wait for it; the job runs again. */
const LONGEST_RUN_MS = 20_000;
const KIND = 'behaves_differently';

interface Needs extends Pick<Core, 'now'> {
  /** Not the connections of requests. */
  db: Db;
  outbox: Pick<Outbox, 'transaction'>;
  /** Frames before this time were rolled up. */
  rolledUpMs: () => Promise<number>;
  life: Pick<AlertLife, 'raise' | 'clear'>;
}

const rounded = (value: number) => (value < 10 ? Math.round(value * 100) / 100 : Math.round(value));

/** The largest change, for the texts. */
function numbersOf({ changes }: NormalVerdict): Record<string, number> {
  const [largest] = changes;
  if (!largest) return {};
  const { metric, usual, now } = largest;
  return {
    metric: NORMAL_METRICS.indexOf(metric),
    usual: rounded(usual),
    now: rounded(now),
    others: changes.length - 1,
  };
}

/**
 * Learns what is normal for each device from its rollups, and raises one alert when its newest days differ. Each device
 * is one transaction, so a run goes on where the last one ended, on any server.
 */
export function createNormal({ db, outbox, now, rolledUpMs, life }: Needs) {
  let isStopping = false;

  async function readDays(deviceKey: DeviceKey, fromDay: number, lastDay: number): Promise<DayFigures[]> {
    const [fromMs, toMs] = [fromDay * DAY_MS, (lastDay + 1) * DAY_MS];
    const usage = Map.groupBy(await listUsage(db, deviceKey, fromMs, toMs), ({ hourMs }) =>
      Math.floor(hourMs / DAY_MS),
    );
    const blocks = await listBlocks(db, 'hour', deviceKey, fromMs, toMs, ['pressure', 'motor_power']);
    const blockOf = new Map(blocks.map(({ startMs, block }) => [Math.floor(startMs / DAY_MS), block]));
    return Array.from({ length: lastDay - fromDay + 1 }, (_, index) => {
      const day = fromDay + index;
      return figuresOfDay(day, usage.get(day) ?? [], blockOf.get(day));
    });
  }

  async function updateAlert(
    tx: Db,
    deviceKey: DeviceKey,
    verdict: NormalVerdict | undefined,
  ): Promise<void> {
    const open = await listOpenKinds(tx, deviceKey);
    const alert = { kind: KIND, atMs: now() } as const;
    if (open.includes(KIND)) {
      if (!verdict || verdict.isUsual) await life.clear(tx, deviceKey, alert);
    } else if (verdict?.isDifferent && !isExplained(open))
      await life.raise(tx, deviceKey, {
        ...alert,
        severity: 'warning',
        sinceMs: verdict.fromDay * DAY_MS,
        numbers: numbersOf(verdict),
        thresholds: {},
      });
  }

  async function updateDevice(device: Awaited<ReturnType<typeof listDue>>[number], lastDay: number) {
    const { deviceKey, day, since } = device;
    const oldest = lastDay - KEPT_DAYS;
    const fromDay = Math.max(oldest, (day ?? 0) + 1);
    const added = await readDays(deviceKey, fromDay, lastDay);
    // The first day of a tenure is partly of the owner before.
    const tenureDay = since ? Math.ceil(since.getTime() / DAY_MS) : 0;
    await outbox.transaction(db, async (tx) => {
      await insertDays(tx, deviceKey, added);
      // A day that was not seen neither raises nor clears.
      if (added.at(-1)?.values.starts === undefined) return;
      const days = await listDays(tx, deviceKey, Math.max(oldest, tenureDay));
      await updateAlert(tx, deviceKey, judgeNormal(days, await listAccepted(tx, deviceKey, oldest)));
    });
  }

  return {
    /** Everything that is due, or as much as fits into one run. */
    async run(): Promise<void> {
      const endMs = performance.now() + LONGEST_RUN_MS;
      const lastDay = Math.floor(((await rolledUpMs()) - LATE_HOURS * HOUR_MS) / DAY_MS) - 1;
      for (let after = 0; ; ) {
        const due = await listDue(db, lastDay, after, BATCH);
        for (const device of due) {
          if (isStopping || performance.now() > endMs) return;
          await updateDevice(device, lastDay);
        }
        const last = due.at(-1);
        if (!last || due.length < BATCH) break;
        after = last.deviceKey;
      }
      await deleteDaysBefore(db, lastDay - KEPT_DAYS);
    },

    /** "This is normal": the days of the change belong to the profile from now on, and the alert ends. */
    async accept(user: SessionUser, { deviceKey }: AllowedDevice, alertId: number): Promise<void> {
      const atMs = now();
      await outbox.transaction(db, async (tx) => {
        const { kind, since } = await getAlertFacts(tx, alertId);
        if (kind !== KIND) throw new ProblemError('NOT_SUPPORTED');
        const days = {
          fromDay: Math.floor(since.getTime() / DAY_MS),
          toDay: Math.floor(atMs / DAY_MS),
        };
        await insertAccepted(tx, deviceKey, days, user.id, new Date(atMs));
        await life.clear(tx, deviceKey, { kind: KIND, atMs });
      });
    },
    /** A run that is going on ends after its device. */
    stop() {
      isStopping = true;
    },
  };
}
export type Normal = ReturnType<typeof createNormal>;
