import {
  type Rehearsal,
  RehearsalLine,
  type RehearsalRequest,
} from '@manoboard/contract/alert/alert-rehearsal';
import { alertRehearsalCalls } from '@manoboard/contract/alert/alert-rehearsal.calls';
import { keepPreviousData } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { address, type Exchanged, parseJson, requestBy } from '../../../lib/http/http.ts';
import { HttpProblem } from '../../../lib/http/http-problem.ts';

const call = alertRehearsalCalls.rehearseAlertRule;

const lineOf = (text: string) => z.safeParse(RehearsalLine, parseJson(text)).data;

/** Reads lines as they arrive, and reports the progress in them. The body of an error is JSON. */
async function exchange(
  deviceId: string,
  body: RehearsalRequest,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Exchanged> {
  onProgress(0);
  const response = await fetch(address(call, { id: deviceId }), {
    method: call.method,
    credentials: 'include',
    signal,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok || !response.body)
    return { status: response.status, body: parseJson(await response.text()) };
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let last = '';
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { status: response.status, body: rest || last };
    const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
    // A chunk may end within a line.
    rest = lines.pop() ?? '';
    last = lines.at(-1) ?? last;
    const progress = lines.map(lineOf).findLast((line) => line && 'progress' in line);
    if (progress && 'progress' in progress) onProgress(progress.progress);
  }
}

async function rehearse(
  deviceId: string,
  body: RehearsalRequest,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Rehearsal> {
  const send = () =>
    exchange(deviceId, body, signal, onProgress).catch(() => {
      throw signal.aborted ? signal.reason : new HttpProblem(0, 'NETWORK');
    });
  const last = lineOf((await requestBy(call, send, signal)) ?? '');
  if (!last || !('result' in last)) throw new HttpProblem(0, 'NETWORK');
  return last.result;
}

const RETRY_MS = 1000;

/** The server ends an aborted rehearsal within a slice: until then it refuses the next one. */
const isBusy = (error: Error) => error instanceof HttpProblem && error.code === 'TOO_MANY_REHEARSALS';

/** All rehearsals of a device. */
export const rehearsalKey = (deviceId: string) => ['alert-rehearsal', deviceId] as const;

/** A change of the numbers aborts the rehearsal of the earlier ones; their result stays until the next. */
export const rehearsalQuery = (
  deviceId: string,
  request: RehearsalRequest,
  onProgress: (share: number) => void,
) => ({
  queryKey: [...rehearsalKey(deviceId), request],
  queryFn: ({ signal }: { signal: AbortSignal }) => rehearse(deviceId, request, signal, onProgress),
  placeholderData: keepPreviousData,
  staleTime: 600_000,
  retry: (count: number, error: Error) => isBusy(error) && count < 10,
  retryDelay: RETRY_MS,
});
