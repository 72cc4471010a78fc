type Query = (sql: string) => Promise<Record<string, unknown>[]>;

/** Servers write their reports and the states of alert rules by themselves, and refused requests to the security log. */
const TABLES = `
  select quote_ident(relname) as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r'
    and relname not in ('server_report', 'alert_rule_state', 'audit', 'audit_head', 'security_event') order by relname`;

/** Digest of every table, or of these, by name: equal digests mean that no row has changed. A sum of hashes needs no sort. */
export async function databaseDigest(
  query: Query,
  tables?: readonly string[],
): Promise<Record<string, string>> {
  const names = tables ?? (await query(TABLES)).map(({ name }) => String(name));
  const parts = names.map(
    (name) =>
      `select '${name}' as name, count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as digest from ${name} t`,
  );
  const rows = await query(parts.join(' union all '));
  return Object.fromEntries(rows.map(({ name, digest }) => [String(name), String(digest)]));
}
