import type { Call } from '@manoboard/contract/http/call';
import * as z from 'zod/mini';

/** R8: the call with a wider schema of its 200, for the answers of other providers. */
export const widen = <C extends Call, S extends z.ZodMiniType>(call: C, answer: S) =>
  ({ ...call, answers: { ...call.answers, 200: answer } }) as Omit<C, 'answers'> & {
    answers: Omit<C['answers'], 200> & { 200: S };
  };

const warned = new Set<string>();
/** A list that is polled warns once. */
function warnOnce(text: string) {
  if (!warned.has(text)) console.warn(text);
  warned.add(text);
}

/**
 * R8: a list that is read row by row. An odd row costs one row and is logged; a list of odd rows only is not understood,
 * since an empty one would say that there is nothing.
 */
export function rowsOf<Row>(name: string, schema: z.ZodMiniType<Row>): z.ZodMiniType<Row[]> {
  return z.pipe(
    z.array(z.unknown()),
    z.transform((rows: unknown[], context): Row[] => {
      const parsed = rows.map((row) => z.safeParse(schema, row));
      const good = parsed.flatMap(({ success, data }) => (success ? [data] : []));
      const at = parsed.findIndex(({ success }) => !success);
      const [issue] = parsed[at]?.error?.issues ?? [];
      if (!issue) return good;
      const path = [at, ...issue.path];
      warnOnce(
        `${name}: ${rows.length - good.length} of ${rows.length} rows not understood, ${path.join('.')}`,
      );
      if (good.length === 0)
        context.issues.push({ code: 'custom', message: issue.message, path, input: rows });
      return good;
    }),
  );
}
