import type { OpenByteLine } from './byte-line.ts';

/** Logs each distinct cause once while a line cannot be opened; opening is retried indefinitely. */
export function tellTrouble(
  open: OpenByteLine,
  place: string,
  say: (sentence: string) => void,
): OpenByteLine {
  const said = new Set<string>();
  return async (events) => {
    try {
      const line = await open(events);
      if (said.size > 0) say(`The line to the drive at ${place} is open.`);
      said.clear();
      return line;
    } catch (error) {
      const [cause = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1);
      if (!said.has(cause))
        say(`The line to the drive at ${place} cannot be opened (${cause}); trying again.`);
      said.add(cause);
      throw error;
    }
  };
}
