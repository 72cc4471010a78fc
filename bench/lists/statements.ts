import { Client } from 'pg';

type Statement = { text: string; values: unknown[] };
type Query = (...args: unknown[]) => unknown;

/** Records every statement that this process sends to Postgres while enabled. */
export function recordStatements() {
  const original = Client.prototype.query as unknown as Query;
  let statements: Statement[] | undefined;
  Client.prototype.query = function (this: Client, ...args: unknown[]) {
    const [first, values] = args;
    const given = (typeof first === 'string' ? { text: first, values } : first) as Partial<Statement>;
    if (statements && given.text) statements.push({ text: given.text, values: given.values ?? [] });
    return original.apply(this, args);
  } as unknown as typeof Client.prototype.query;
  return {
    async during(work: () => Promise<unknown>): Promise<Statement[]> {
      statements = [];
      await work();
      const all = statements;
      statements = undefined;
      return all;
    },
  };
}

const READS = /^\s*(select|with)\b/i;

/** Plan lines with a sequential scan of a large table. */
export async function fullReads(
  db: Client,
  statements: Statement[],
  large: ReadonlySet<string>,
): Promise<string[]> {
  const found: string[] = [];
  for (const { text, values } of statements.filter((one) => READS.test(one.text))) {
    const { rows } = await db.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, buffers off) ${text}`,
      values,
    );
    for (const { 'QUERY PLAN': line } of rows) {
      const table = /Seq Scan on (\w+)/.exec(line)?.[1];
      if (table && large.has(table)) found.push(`${line.trim()}\n      of ${text.slice(0, 400)}`);
    }
  }
  return found;
}
