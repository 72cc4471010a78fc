/** Reads the event stream of a logged-in user and passes the frame number of every last-data event (`publishFrame`). */
export async function readLastData(
  url: string,
  cookie: string,
  onData: (deviceId: string, seq: number) => void,
) {
  const abort = new AbortController();
  const { status, body } = await fetch(`${url}/api/actual-data/stream`, {
    headers: { cookie },
    signal: abort.signal,
  });
  if (status !== 200) throw new Error(`the stream was refused with ${status}`);
  const read = async () => {
    let rest = '';
    const decoder = new TextDecoder();
    for await (const chunk of body ?? []) {
      const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        if (!block.includes('event: last-data')) continue;
        const { device_id, data } = JSON.parse(block.slice(block.indexOf('data: ') + 6));
        onData(device_id, Math.round(10 * data.electro_meter));
      }
    }
  };
  read()
    .then(() => console.error('the server has ended a stream'))
    .catch((error) => {
      if (!abort.signal.aborted) console.error('a stream broke:', error.message);
    });
  return { close: () => abort.abort() };
}
