import { api } from '@manoboard/contract/http/api';
import type { Call } from '@manoboard/contract/http/call';
import * as z from 'zod/mini';

/** Units of the reads of an account (`read-budget.ts`); a list of an owner takes 5 ms of the server and 4 of Postgres. */
const [SINGLE, LIST, SEARCH] = [1, 2, 10];

/** Graphs, sums and files are counted by their points. */
const BY_POINTS: ReadonlySet<Call> = new Set<Call>([
  ...[api.history, api.historyCsv, api.historyNdjson, api.energy, api.energyCsv],
  ...[api.statistics, api.usageStatistics],
  ...[api.activityCsv, api.fleetCsv, api.securityEventsCsv, api.exportMe],
]);

/** Rows, or an object with rows. */
function isList(schema: z.ZodMiniType | undefined): boolean {
  if (schema instanceof z.ZodMiniArray) return true;
  return (
    schema instanceof z.ZodMiniObject &&
    Object.values(schema.shape).some((field) => field instanceof z.ZodMiniArray)
  );
}

/** What a request takes of the reads of its account, before its answer is made. */
export function readCostOf(call: Call): (query: unknown) => number {
  if (call.method !== 'GET' || call.who !== 'user' || BY_POINTS.has(call)) return () => 0;
  const cost = isList(call.answers[200]) ? LIST : SINGLE;
  return (query) => {
    const { search, q } = (query ?? {}) as Record<string, unknown>;
    return search || q ? SEARCH : cost;
  };
}
