/** Reads the event stream of a logged-in user and gives every last-data event. */
export async function readLastData(
  url: string,
  cookie: string,
  onData: (idDev: string, electroMeter: number) => void,
) {
  const abort = new AbortController();
  const { body } = await fetch(`${url}/api/actual-data/stream`, {
    headers: { cookie },
    signal: abort.signal,
  });
  const read = async () => {
    let rest = '';
    const decoder = new TextDecoder();
    for await (const chunk of body ?? []) {
      const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        if (!block.includes('event: last-data')) continue;
        const { device_id, data } = JSON.parse(block.slice(block.indexOf('data: ') + 6));
        onData(device_id, data.electro_meter);
      }
    }
  };
  read().catch(() => {});
  return { close: () => abort.abort() };
}
