import type { HistoryExportQuery, HistoryLevel, HistoryStored } from '@manoboard/contract/history/history';
import { type Csv, type CsvReader, type CsvValue, createCsv } from '../../base/csv.ts';
import type { Core } from '../../core.ts';
import type { Db } from '../../db/db.ts';
import type { SessionUser } from '../../http/session.ts';
import { createExportRows, type ExportRequest, type ExportSlice, FIGURES } from './export-rows.ts';
import { readRange } from './history.service.ts';
import type { HistoryDevice } from './history-blocks.ts';

interface Needs extends Pick<Core, 'now'> {
  /** For exports. */
  db: Db;
  csvReaderOf: (user: SessionUser) => Promise<CsvReader>;
  retentionDays: Readonly<Record<HistoryLevel, number>>;
}

const columnsOf = ({ level, metrics }: ExportRequest): string[] =>
  level === 'raw'
    ? ['fc', ...metrics]
    : ['frames', ...metrics.flatMap((metric) => FIGURES.map((figure) => `${metric}_${figure}`))];

/** What a file says when values of the requested range are not stored. */
function noteOf(csv: Csv, { fromMs, toMs }: ExportSlice, startMs: number | undefined): string | undefined {
  if (startMs === undefined || startMs >= toMs) return csv.t('csv.nothingStored');
  if (fromMs >= startMs) return undefined;
  return csv.t('csv.storedFrom', { start: csv.localText(startMs), from: csv.localText(fromMs) });
}

/** Their names in a CSV file. */
const namesOf = ({ level, metrics }: ExportRequest, { t, name }: Csv): string[] =>
  level === 'raw'
    ? [name('fc'), ...metrics.map(name)]
    : [
        name('frames'),
        ...metrics.flatMap((metric) =>
          FIGURES.map((figure) => t(`csv.figure.${figure}`, { name: name(metric) })),
        ),
      ];

/** Files of the history of a device, and how far back they reach. */
export function createHistoryExport({ db, now, csvReaderOf, retentionDays }: Needs) {
  const { listSlices, findStartMs } = createExportRows({ db, now });

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
      const request: ExportRequest = { device, level: query.level ?? 'raw', metrics };
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
