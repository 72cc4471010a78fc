import type { OpenByteLine } from './byte-line.ts';

/** Logs each distinct cause once while a line cannot be opened; opening is retried indefinitely. */
export function logOpenErrors(
  open: OpenByteLine,
  place: string,
  log: (sentence: string) => void,
): OpenByteLine {
  const logged = new Set<string>();
  return async (events) => {
    try {
      const line = await open(events);
      if (logged.size > 0) log(`The line to the drive at ${place} is open.`);
      logged.clear();
      return line;
    } catch (error) {
      const [cause = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1);
      if (!logged.has(cause))
        log(`The line to the drive at ${place} cannot be opened (${cause}); trying again.`);
      logged.add(cause);
      throw error;
    }
  };
}
