import type { PumpValues } from '@manoboard/contract/device/pump-card';
import {
  isNoticeHour,
  isSummaryDay,
  suspectedLeak,
  type ToldByAlerts,
  type WeekHour,
  weekSummary,
} from '@manoboard/domain/alerts/quiet-notices';
import { thresholdsOf } from '@manoboard/domain/alerts/rules/alert-rules';
import type { AlertSettings } from '@manoboard/domain/alerts/rules/settings';
import { LEVELS } from '@manoboard/domain/history/blocks';
import { at, hasValue } from '@manoboard/domain/history/series';
import type { PressureMode } from '@manoboard/domain/pump/pressure-bounds';
import { pressureFromWire } from '@manoboard/domain/pump/pressure-codec';
import { DAY_MS, HOUR_MS } from '@manoboard/domain/time';
import { DEFAULT_ZONE, zoneOf } from '@manoboard/domain/time-zone';
import type { Core } from '../../../core.ts';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import { listBlocks } from '../../history/history.repo.ts';
import { wasNoticed } from '../../inbox/inbox.repo.ts';
import type { Notice, Notify } from '../../inbox/notice.ts';
import { listRules, listZones, type StoredRules } from '../rules/rule-state.repo.ts';

/** Devices that are read at once. */
const PAGE = 200;
/** A notice of the same kind within this time is that of an earlier run of the job. */
const REPEAT_MS = 20 * HOUR_MS;
const WEEK_FIELDS = ['rssi', 'frequency_fc', 'pressure', 'required_pressure'] as const;

interface Needs extends Pick<Core, 'outbox' | 'now'> {
  db: Db;
  notify: Notify;
  cardsOf: (of: Db, deviceKeys: readonly DeviceKey[]) => Promise<PumpValues[]>;
  /** Mode of the required pressure, by the configuration in force; undefined if that is unknown. */
  modeOf: (deviceKey: DeviceKey) => Promise<PressureMode | undefined>;
}

type Event = Extract<Notice['event'], { type: 'leak_suspected' | 'weekly_summary' }>;

/** What is worth knowing but no alert: the first night that looks like a leak, and once a week what is shaky. */
export function createQuietNotices({ db, outbox, now, notify, cardsOf, modeOf }: Needs) {
  /** The hours of the last seven days. */
  async function listWeek(deviceKey: DeviceKey): Promise<WeekHour[]> {
    const toMs = Math.floor(now() / HOUR_MS) * HOUR_MS;
    const fromMs = toMs - 7 * DAY_MS;
    const [days, mode] = await Promise.all([
      listBlocks(db, 'hour', deviceKey, fromMs, toMs, WEEK_FIELDS),
      modeOf(deviceKey),
    ]);
    return days.flatMap(({ startMs, block }) =>
      [...block.seenMs.keys()].flatMap((hour): WeekHour[] => {
        const hourMs = startMs + hour * LEVELS.hour.bucketMs;
        if (hourMs < fromMs || hourMs >= toMs) return [];
        const average = (field: (typeof WEEK_FIELDS)[number]) => {
          const series = block.fields[field];
          return series && hasValue(series, hour) ? at(series.avg, hour) : undefined;
        };
        const required = average('required_pressure');
        return [
          {
            seenMs: at(block.seenMs, hour),
            rssiDbm: average('rssi'),
            frequencyHz: average('frequency_fc'),
            pressureBar: average('pressure'),
            requiredBar:
              required === undefined || mode === undefined ? undefined : pressureFromWire(required, mode),
          },
        ];
      }),
    );
  }

  /** The leak rule is on, and has no open alert. */
  function leakOf({ state, settings, held }: StoredRules, card: PumpValues, localMs: number) {
    const isOff = settings?.off.includes('leak') || held.some(({ kind }) => kind === 'leak');
    if (!state || isOff) return undefined;
    const { skipFrom = 0, skipTo = 0 } = thresholdsOf('leak', (settings ?? {}) as AlertSettings);
    return suspectedLeak(state.memory.nights, { skipFrom, skipTo }, card, localMs);
  }

  function toldByAlerts({ settings, held }: StoredRules): ToldByAlerts {
    const own = (settings ?? {}) as AlertSettings;
    const { afterS = 0 } = thresholdsOf('board_offline', own);
    return {
      hasWifiAlert: held.some(({ kind }) => kind === 'weak_wifi'),
      offlineAfterMs: own.off?.includes('board_offline') ? Number.POSITIVE_INFINITY : 1000 * afterS,
    };
  }

  async function eventsOf(deviceKey: DeviceKey, rules: StoredRules, card: PumpValues, localMs: number) {
    const events: Event[] = [];
    const leak = leakOf(rules, card, localMs);
    if (leak) events.push({ type: 'leak_suspected', ...leak });
    const week = isSummaryDay(localMs)
      ? weekSummary(await listWeek(deviceKey), toldByAlerts(rules))
      : undefined;
    if (week) events.push({ type: 'weekly_summary', ...week });
    return events;
  }

  const store = (deviceKey: DeviceKey, event: Event) =>
    outbox.transaction(db, async (tx) => {
      const since = new Date(now() - REPEAT_MS);
      if (await wasNoticed(tx, deviceKey, event.type, since)) return;
      await notify(tx, { deviceKey, readers: 'holders', event });
    });

  return {
    /** Runs once an hour, for the devices at whose place it is morning. */
    async run(): Promise<void> {
      const localOf = (zone: string | null) => zoneOf(zone ?? DEFAULT_ZONE).wallOf(now());
      for (let after = 0; ; ) {
        const devices = await listZones(db, after, PAGE);
        const due = devices.filter(({ zone }) => isNoticeHour(localOf(zone)));
        const keys = due.map(({ deviceKey }) => deviceKey);
        const [rules, cards] = await Promise.all([listRules(db, keys), cardsOf(db, keys)]);
        for (const [index, { deviceKey, zone }] of due.entries()) {
          const own = rules[index];
          if (!own) continue;
          for (const event of await eventsOf(deviceKey, own, cards[index] ?? {}, localOf(zone)))
            await store(deviceKey, event);
        }
        const last = devices.at(-1)?.deviceKey;
        if (last === undefined || devices.length < PAGE) return;
        after = last;
      }
    },
  };
}
