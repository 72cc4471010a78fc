import { LastData } from '@manoboard/contract/device/device';
import { deviceCalls } from '@manoboard/contract/device/device.calls';
import { DeviceId } from '@manoboard/contract/text';
import * as z from 'zod/mini';

export interface PollSettings {
  apiBase: string;
  /** Devices outside the user's own list that the page shows. */
  deviceIds: readonly string[];
  onServerTime: (nowS: number) => void;
  onUnauthorized: () => void;
}
export interface PollAnswer {
  lastData: LastData[];
  online: string[];
  /** Their server has gone, and they may connect to another one. */
  connecting: string[];
}

/** A row that does not fit its schema is dropped; the others still count. */
function rowsOf<T>(schema: z.ZodMiniType<T>, json: unknown): T[] {
  if (!Array.isArray(json)) return [];
  return json.flatMap((row) => {
    const parsed = z.safeParse(schema, row);
    return parsed.success ? [parsed.data] : [];
  });
}

/** The mark is no part of the values, which stay the same object while they do not change. */
function withoutMark(row: LastData): LastData {
  if (!row.connecting) return row;
  const { connecting: _, ...last } = row;
  return last;
}

function listUrl({ apiBase, deviceIds }: PollSettings) {
  const query = new URLSearchParams(deviceIds.map((id) => ['device_id', id]));
  return `${apiBase}${deviceCalls.allLastData.path}${query.size > 0 ? `?${query}` : ''}`;
}

/** R6.1: the poll beside the stream. Conditional requests: unchanged lists are neither sent nor parsed again. */
export function createLivePoll(settings: PollSettings) {
  const known = new Map<string, { etag: string; rows: unknown[] }>();
  const onlineUrl = `${settings.apiBase}${deviceCalls.onlineDevices.path}`;
  const lastDataUrl = listUrl(settings);

  async function read<T>(schema: z.ZodMiniType<T>, url: string, signal: AbortSignal): Promise<T[]> {
    const before = known.get(url);
    const headers: HeadersInit = before?.etag ? { 'If-None-Match': before.etag } : {};
    const response = await fetch(url, { credentials: 'include', headers, signal });
    const date = Date.parse(response.headers.get('Date') ?? '');
    if (Number.isFinite(date)) settings.onServerTime(date / 1000);
    if (response.status === 304 && before) return before.rows as T[];
    if (response.status === 401) settings.onUnauthorized();
    if (response.status !== 200) throw new Error(`poll answered ${response.status}`);
    const rows = rowsOf(schema, await response.json());
    known.set(url, { etag: response.headers.get('ETag') ?? '', rows });
    return rows;
  }

  return async function fetchLive(signal: AbortSignal): Promise<PollAnswer> {
    const [rows, online] = await Promise.all([
      read(LastData, lastDataUrl, signal),
      read(DeviceId, onlineUrl, signal),
    ]);
    const connecting = rows.flatMap((row) => (row.connecting ? [row.device_id] : []));
    return { lastData: rows.map(withoutMark), online, connecting };
  };
}
