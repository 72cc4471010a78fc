import type {
  HistoryExportQuery,
  HistoryLevel,
  HistoryMetric,
  HistoryStored,
} from '@manoboard/contract/history/history';
import { LEVELS, REACH_MS } from '@manoboard/domain/history/blocks';
import { createConfirmedValues, isDerived } from '@manoboard/domain/history/rollup';
import { at, hasValue } from '@manoboard/domain/history/series';
import { DAY_MS, HOUR_MS } from '@manoboard/domain/time';
import { type Csv, type CsvReader, type CsvValue, createCsv } from '../../base/csv.ts';
import { createPace } from '../../base/turns.ts';
import type { Db } from '../../db/db.ts';
import type { SessionUser } from '../../http/session.ts';
import type { Server } from '../../server.ts';
import { findOldestMs, findProgressMs } from './history.repo.ts';
import { readRange, roundedValue } from './history.service.ts';
import { type HistoryDevice, listCards, listReachingFrames, readBlock } from './history-blocks.ts';

/** What is read and sent at once: about 720 lines. */
const SLICE_MS = { raw: HOUR_MS, minute: 12 * HOUR_MS, hour: 30 * DAY_MS } satisfies Record<
  HistoryLevel,
  number
>;
/** What is not rolled up yet is computed from frames: about 17,000 a day. */
const FRAMES_SLICE_MS = DAY_MS;

interface Neighbours extends Pick<Server, 'now'> {
  /** For exports. A slice is one query: no connection is held while the client reads. */
  db: Db;
  csvReaderOf: (user: SessionUser) => Promise<CsvReader>;
  retentionDays: Readonly<Record<HistoryLevel, number>>;
}

/** One line: its time and a value by column. */
interface Row {
  atMs: number;
  cells: Record<string, number | null>;
}

interface Request {
  device: HistoryDevice;
  level: HistoryLevel;
  metrics: readonly HistoryMetric[];
}
interface Slice {
  fromMs: number;
  toMs: number;
}

const FIGURES = ['min', 'max', 'avg', 'last'] as const;
const columnsOf = ({ level, metrics }: Request): string[] =>
  level === 'raw'
    ? ['fc', ...metrics]
    : ['frames', ...metrics.flatMap((metric) => FIGURES.map((figure) => `${metric}_${figure}`))];

/** What a file says when values of the requested range are not stored. */
function noteOf(csv: Csv, { fromMs, toMs }: Slice, startMs: number | undefined): string | undefined {
  if (startMs === undefined || startMs >= toMs) return csv.t('csv.nothingStored');
  if (fromMs >= startMs) return undefined;
  return csv.t('csv.storedFrom', { start: csv.localText(startMs), from: csv.localText(fromMs) });
}

/** Their names in a CSV file. */
const namesOf = ({ level, metrics }: Request, { t, name }: Csv): string[] =>
  level === 'raw'
    ? [name('fc'), ...metrics.map(name)]
    : [
        name('frames'),
        ...metrics.flatMap((metric) =>
          FIGURES.map((figure) => t(`csv.figure.${figure}`, { name: name(metric) })),
        ),
      ];

export function createHistoryExport({ db, now, csvReaderOf, retentionDays }: Neighbours) {
  /** Every frame with the values that it confirms, as in the rollups; empty is not measured. */
  async function rawRows({ device, metrics }: Request, { fromMs, toMs }: Slice): Promise<Row[]> {
    const cards = await listCards({ db, device, metrics });
    const { values, apply } = createConfirmedValues(metrics, cards);
    const rows: Row[] = [];
    for (const frame of await listReachingFrames({ db, device, metrics }, fromMs, toMs)) {
      apply(frame);
      const cells: Row['cells'] = { fc: frame.fc };
      for (const { metric, value } of values)
        cells[metric] = Number.isNaN(value) ? null : isDerived(metric) ? roundedValue(value) : value;
      if (frame.tsMs >= fromMs) rows.push({ atMs: frame.tsMs, cells });
    }
    return rows;
  }

  /** Buckets in which the board was seen. */
  async function bucketRows({ device, level, metrics }: Request, { fromMs, toMs }: Slice): Promise<Row[]> {
    if (level === 'raw') return [];
    const { bucketMs: stepMs } = LEVELS[level];
    const count = Math.ceil((toMs - fromMs) / stepMs);
    const request = {
      db,
      device,
      metrics,
      nowMs: now(),
      longestTailMs: Number.POSITIVE_INFINITY,
      pace: createPace(),
    };
    const { block } = await readBlock(request, { source: level, fromMs, stepMs, count });
    return [...block.seenMs.keys()].flatMap((index): Row[] => {
      if (at(block.seenMs, index) === 0 && at(block.frames, index) === 0) return [];
      const cells: Row['cells'] = { frames: at(block.frames, index) };
      for (const metric of metrics) {
        const series = block.fields[metric];
        for (const figure of FIGURES)
          cells[`${metric}_${figure}`] =
            series && hasValue(series, index) ? roundedValue(at(series[figure], index)) : null;
      }
      return [{ atMs: fromMs + index * stepMs, cells }];
    });
  }

  /** R4.3c: from the start of the tenure on; rollups near it contain values of the former one. */
  function* slicesOf({ device, level }: Request, range: Slice, rolledMs: number): Generator<Slice> {
    const { fromMs, toMs } = range;
    const reachMs = level === 'raw' ? 1 : REACH_MS;
    const visibleMs = device.visibleFromS === null ? fromMs : device.visibleFromS * 1000 + reachMs;
    const bucketMs = level === 'raw' ? 1 : LEVELS[level].bucketMs;
    const startMs = Math.ceil(Math.max(fromMs, visibleMs) / bucketMs) * bucketMs;
    for (let at = startMs; at < toMs; ) {
      const longestMs = at + SLICE_MS[level] <= rolledMs ? SLICE_MS[level] : FRAMES_SLICE_MS;
      const endMs = Math.min(toMs, at + Math.min(SLICE_MS[level], longestMs));
      yield { fromMs: at, toMs: endMs };
      at = endMs;
    }
  }

  /** From when values exist that the reader may see; undefined without any. */
  async function findStartMs({ device, level }: Pick<Request, 'device' | 'level'>) {
    const oldestMs = await findOldestMs(db, level, device.deviceKey);
    return oldestMs === undefined || device.visibleFromS === null
      ? oldestMs
      : Math.max(oldestMs, device.visibleFromS * 1000);
  }

  async function* listSlices(request: Request, asked: Slice): AsyncGenerator<Row[]> {
    const startMs = await findStartMs(request);
    if (startMs === undefined) return;
    const range = { fromMs: Math.max(asked.fromMs, startMs), toMs: Math.min(asked.toMs, now()) };
    for (const slice of slicesOf(request, range, await findProgressMs(db))) {
      const rows = await (request.level === 'raw' ? rawRows : bucketRows)(request, slice);
      if (rows.length > 0) yield rows;
    }
  }

  const storedOf = async (device: HistoryDevice, level: HistoryLevel) => {
    const startMs = await findStartMs({ device, level });
    return { from: startMs === undefined ? null : Math.floor(startMs / 1000), days: retentionDays[level] };
  };

  return {
    stored: async (device: HistoryDevice): Promise<HistoryStored> => ({
      raw: await storedOf(device, 'raw'),
      minute: await storedOf(device, 'minute'),
      hour: await storedOf(device, 'hour'),
    }),

    async *csv(user: SessionUser, device: HistoryDevice, query: HistoryExportQuery): AsyncGenerator<string> {
      const csv = createCsv(await csvReaderOf(user), query);
      const { metrics, ...asked } = readRange(query, now());
      const request: Request = { device, level: query.level ?? 'raw', metrics };
      const columns = columnsOf(request);
      const note = noteOf(csv, asked, await findStartMs(request));
      // In a column of its own, so that the names stay in the first line.
      const noteNames = note === undefined ? [] : [csv.t('csv.note')];
      yield csv.head([...csv.timeNames('time'), ...namesOf(request, csv), ...noteNames]);
      let unsaid: string | undefined = note;
      for await (const rows of listSlices(request, asked))
        yield rows
          .map(({ atMs, cells }) => {
            const values = columns.map((column): CsvValue => cells[column]);
            const said = unsaid === undefined ? [] : [unsaid];
            unsaid = undefined;
            return csv.line([...csv.time(atMs), ...values, ...said]);
          })
          .join('');
      if (unsaid !== undefined) yield csv.line([...csv.time(null), ...columns.map(() => null), unsaid]);
    },

    async *ndjson(device: HistoryDevice, query: HistoryExportQuery): AsyncGenerator<string> {
      const { metrics, ...asked } = readRange(query, now());
      for await (const rows of listSlices({ device, level: query.level ?? 'raw', metrics }, asked))
        yield rows.map(({ atMs, cells }) => `${JSON.stringify({ t: atMs / 1000, ...cells })}\n`).join('');
    },
  };
}
export type HistoryExport = ReturnType<typeof createHistoryExport>;
