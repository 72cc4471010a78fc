import type {
  RehearsalLine,
  RehearsalRequest,
  RehearsedNumbers,
} from '@manoboard/contract/alert/alert-rehearsal';
import { alertRules } from '@manoboard/domain/alerts/rules/alert-rules';
import { createInputOrder } from '@manoboard/domain/alerts/rules/input-order';
import {
  alertsOnlyIn,
  createRehearsal,
  numberToVary,
  otherValues,
  withNumbers,
} from '@manoboard/domain/alerts/rules/rehearsal';
import { createFrameInputs, type ReplayedAlert } from '@manoboard/domain/alerts/rules/replay';
import { type AlertSettings, numbersOf } from '@manoboard/domain/alerts/rules/settings';
import type { FrameInterval } from '@manoboard/domain/telemetry/frame-interval';
import { DAY_MS, HOUR_MS } from '@manoboard/domain/time';
import { zoneOf } from '@manoboard/domain/time-zone';
import type { Core } from '../../../core.ts';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import type { AllowedDevice } from '../../../http/rules.ts';
import { findOldestFrameMs, listArrivedFrames } from '../../history/store/stored-frames.repo.ts';
import { listConfigInputs, listEventInputs } from './rehearsal.repo.ts';

/** Read and judged at once: up to 1,440 frames, in about 30 ms. */
const SLICE_MS = 2 * HOUR_MS;
const MOST_ALERTS = 200;
/** A board that misses two frames and is late with the third is silent. */
const MISSED_FRAMES = 2.5;

type Device = Pick<AllowedDevice, 'deviceKey' | 'deviceId' | 'visibleFromS'>;

interface Needs extends Pick<Core, 'now'> {
  /** Connections of graphs: slow statements are cancelled, and none is held between two slices. */
  db: Db;
  /** The settings of the alert rules in force. */
  settingsOf: (db: Db, deviceKey: DeviceKey) => Promise<AlertSettings>;
  intervalOf: (deviceId: string) => FrameInterval;
}

const seconds = (ms: number) => Math.floor(ms / 1000);

/** The start of the range, and the midnights in it. */
function dayStarts(fromMs: number, toMs: number, zoneName: string): number[] {
  const zone = zoneOf(zoneName);
  const starts = [fromMs];
  for (let wallMs = Math.floor(zone.wallOf(fromMs) / DAY_MS + 1) * DAY_MS; ; wallMs += DAY_MS) {
    const startMs = zone.instantOf(wallMs);
    if (startMs >= toMs) return starts;
    starts.push(startMs);
  }
}

function toAnswer(
  numbers: RehearsedNumbers['numbers'],
  alerts: readonly ReplayedAlert[],
  onlyHere: ReadonlySet<ReplayedAlert>,
): RehearsedNumbers {
  const newest = alerts.slice(-MOST_ALERTS).reverse();
  return {
    numbers,
    count: alerts.length,
    only_here: onlyHere.size,
    alerts: newest.map((alert) => ({
      severity: alert.severity,
      numbers: alert.numbers,
      is_only_here: onlyHere.has(alert),
      raised_at: seconds(alert.atMs),
      since: seconds(alert.sinceMs),
      cleared_at: alert.clearedMs === undefined ? null : seconds(alert.clearedMs),
    })),
  };
}

/** What a rule would have raised with other numbers, from stored frames by the code of live evaluation. */
export function createRehearsals({ db, now, settingsOf, intervalOf }: Needs) {
  /** R4.3c: nothing of a former tenure. */
  async function rangeOf({ deviceKey, visibleFromS }: Device, days: number) {
    const toMs = now();
    const oldestMs = (await findOldestFrameMs(db, deviceKey)) ?? toMs;
    const visibleMs = visibleFromS === null ? 0 : visibleFromS * 1000 + 1;
    return { fromMs: Math.min(toMs, Math.max(toMs - days * DAY_MS, oldestMs, visibleMs)), toMs };
  }

  async function prepare(
    device: Device,
    { kind, thresholds = {}, days, zone, ...request }: RehearsalRequest,
  ) {
    const { fromMs, toMs } = await rangeOf(device, days);
    const settings = await settingsOf(db, device.deviceKey);
    const table = alertRules[kind].thresholds;
    const vary = request.vary !== undefined && request.vary in table ? request.vary : numberToVary(kind);
    const numbers = [settings, withNumbers(settings, kind, thresholds)].map(
      (each) => numbersOf(kind, table, each)[vary] ?? 0,
    );
    const [before = 0, after = 0] = numbers;
    const threshold = table[vary];
    const values = threshold ? otherValues(threshold, before, after) : [];
    const dayStartsMs = dayStarts(fromMs, toMs, zone);
    const rehearsal = createRehearsal({ kind, settings, thresholds, vary, values, dayStartsMs });
    return { rehearsal, fromMs, toMs, kind, vary, dayStartsMs };
  }
  type Prepared = Awaited<ReturnType<typeof prepare>>;

  function resultOf({ rehearsal, fromMs, toMs, kind, vary, dayStartsMs }: Prepared): RehearsalLine {
    const { today, changed, others, peaks, frames } = rehearsal.result();
    const gone = new Set(alertsOnlyIn(today.alerts, changed.alerts));
    const added = new Set(alertsOnlyIn(changed.alerts, today.alerts));
    const ofDay = (alerts: Iterable<ReplayedAlert>, day: number) =>
      [...alerts].filter(
        ({ atMs: raisedMs }) =>
          raisedMs >= (dayStartsMs[day] ?? 0) &&
          raisedMs < (dayStartsMs[day + 1] ?? Number.POSITIVE_INFINITY),
      ).length;
    return {
      result: {
        kind,
        vary,
        frames,
        others,
        from: seconds(fromMs),
        to: seconds(toMs),
        today: toAnswer(today.numbers, today.alerts, gone),
        changed: toAnswer(changed.numbers, changed.alerts, added),
        days: dayStartsMs.map((startMs, day) => ({
          t: seconds(startMs),
          peak: peaks[day] ?? null,
          today: ofDay(today.alerts, day),
          changed: ofDay(changed.alerts, day),
          is_new: ofDay(added, day) > 0,
        })),
      },
    };
  }

  async function* rehearse(device: Device, request: RehearsalRequest): AsyncGenerator<RehearsalLine> {
    const prepared = await prepare(device, request);
    const { rehearsal, fromMs, toMs } = prepared;
    const { deviceKey, deviceId } = device;
    const { running, asleep } = intervalOf(deviceId);
    const silenceMs = Math.max(150_000, MISSED_FRAMES * 1000 * Math.max(running, asleep));
    const order = createInputOrder(rehearsal.input, silenceMs);
    const toInput = createFrameInputs();
    order.add(await listEventInputs(db, deviceKey, new Date(fromMs)));
    order.add(await listConfigInputs(db, deviceKey, new Date(fromMs)));
    for (let atMs = fromMs; atMs < toMs; atMs += SLICE_MS) {
      for (const frame of await listArrivedFrames(db, deviceKey, atMs, Math.min(toMs, atMs + SLICE_MS)))
        order.frame(toInput(frame, !frame.isPlacedByArrival), frame.receivedAtMs);
      yield { progress: Math.min(1, (atMs + SLICE_MS - fromMs) / (toMs - fromMs)) };
    }
    order.end(toMs);
    yield resultOf(prepared);
  }

  return {
    /** Lines of JSON; a client that reads no more ends it. */
    async *run(device: Device, request: RehearsalRequest): AsyncGenerator<string> {
      for await (const line of rehearse(device, request)) yield `${JSON.stringify(line)}\n`;
    },
  };
}
export type Rehearsals = ReturnType<typeof createRehearsals>;
