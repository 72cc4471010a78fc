import { AnyLastData } from '@manoboard/contract/device/any-device';
import type { LastData } from '@manoboard/contract/device/device';
import { deviceCalls } from '@manoboard/contract/device/device.calls';
import { AnyId } from '@manoboard/contract/http/any-provider';
import * as z from 'zod/mini';
import { rowsOf } from '../../lib/http/any-provider.ts';
import { parseJson } from '../../lib/http/http.ts';
import { badAnswer, problemOf } from '../../lib/http/http-problem.ts';
import { serverNowS } from '../../lib/time/clock.ts';

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

const LastDataRows = rowsOf('all-last-data', AnyLastData);
const OnlineRows = rowsOf('online-devices', AnyId);

/** R8: a provider that sends no times reports the values of this moment. */
function withTimes(row: AnyLastData): LastData {
  const { ts, received_at } = row;
  // The same object, so that an unchanged answer changes nothing.
  if (ts !== undefined && received_at !== undefined) return row as LastData;
  const nowS = serverNowS();
  return { ...row, ts: ts === undefined ? nowS : ts, received_at: received_at ?? ts ?? nowS };
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
  const known = new Map<string, { etag: string; rows: unknown }>();
  const onlineUrl = `${settings.apiBase}${deviceCalls.onlineDevices.path}`;
  const lastDataUrl = listUrl(settings);

  async function read<T>(schema: z.ZodMiniType<T>, url: string, signal: AbortSignal): Promise<T> {
    const before = known.get(url);
    const headers: HeadersInit = before?.etag ? { 'If-None-Match': before.etag } : {};
    const response = await fetch(url, { credentials: 'include', headers, signal });
    const date = Date.parse(response.headers.get('Date') ?? '');
    if (Number.isFinite(date)) settings.onServerTime(date / 1000);
    if (response.status === 304 && before) return before.rows as T;
    if (response.status === 401) settings.onUnauthorized();
    const body = parseJson(await response.text());
    if (response.status !== 200) throw problemOf(response.status, body);
    const parsed = z.safeParse(schema, body);
    if (!parsed.success) throw badAnswer(response.status, parsed.error);
    known.set(url, { etag: response.headers.get('ETag') ?? '', rows: parsed.data });
    return parsed.data;
  }

  return async function fetchLive(signal: AbortSignal): Promise<PollAnswer> {
    const [rows, online] = await Promise.all([
      read(LastDataRows, lastDataUrl, signal),
      read(OnlineRows, onlineUrl, signal),
    ]);
    const connecting = rows.flatMap((row) => (row.connecting ? [row.device_id] : []));
    return { lastData: rows.map(withTimes).map(withoutMark), online, connecting };
  };
}
