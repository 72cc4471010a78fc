import type { LiveEvent } from '@manoboard/contract/live';

/** Reads the event stream of a logged-in user until it ends or is aborted. */
export async function readEvents(
  url: string,
  cookie: string,
  signal: AbortSignal,
  onEvent: (event: LiveEvent) => void,
): Promise<void> {
  const { status, body } = await fetch(`${url}/api/actual-data/stream`, { headers: { cookie }, signal });
  if (status !== 200) throw new Error(`the stream was refused with ${status}`);
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of body ?? []) {
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = /^event: (.*)$/m.exec(block)?.[1];
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (event && data) onEvent({ event, data: JSON.parse(data) } as LiveEvent);
    }
  }
}

/** Passes the number of every frame that an open page receives. */
export function readLastData(url: string, cookie: string, onData: (deviceId: string, seq: number) => void) {
  const abort = new AbortController();
  readEvents(url, cookie, abort.signal, ({ event, data }) => {
    if (event === 'last-data') onData(data.device_id, data.frame?.seq ?? 0);
  })
    .then(() => console.error('the server has ended a stream'))
    .catch((error) => {
      if (!abort.signal.aborted) console.error('a stream broke:', error.message);
    });
  return { close: () => abort.abort() };
}
