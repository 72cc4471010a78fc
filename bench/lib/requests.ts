const ANSWER_MS = 30_000;

/** Time of a request on a connection of its own, like that of a newly opened page; infinite if it fails. */
export async function timedRequest(
  url: string,
  cookie: string,
  path: string,
  init: RequestInit = {},
): Promise<number> {
  const begunMs = performance.now();
  const answer = await fetch(`${url}/api${path}`, {
    headers: { cookie, connection: 'close', 'content-type': 'application/json' },
    signal: AbortSignal.timeout(ANSWER_MS),
    ...init,
  }).catch(() => undefined);
  await answer?.arrayBuffer().catch(() => undefined);
  return answer?.ok ? performance.now() - begunMs : Number.POSITIVE_INFINITY;
}

/** Time until the board has stopped its pump. */
export const timedStop = (url: string, cookie: string, deviceId: string) =>
  timedRequest(url, cookie, `/mqtt/${deviceId}/start-stop`, {
    method: 'POST',
    body: JSON.stringify({ what: 'stop', value: false }),
  });

/** Repeats a measurement with a pause until `end()` is called, which returns the times. */
export function repeat(act: () => Promise<number>, pauseMs: number) {
  const times: number[] = [];
  let isOver = false;
  const running = (async () => {
    while (!isOver) {
      times.push(await act());
      await new Promise((done) => setTimeout(done, pauseMs));
    }
  })();
  return {
    async end(): Promise<number[]> {
      isOver = true;
      await running;
      return times;
    },
  };
}
