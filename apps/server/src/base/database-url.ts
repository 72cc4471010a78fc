/** An address of one Postgres. */
export interface DatabaseHost {
  host: string;
  port: number;
}

/** Scheme with user and password, hosts by commas, then the database and options. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/]*@)?)([^/?#@]+)(.*)$/;
const DEFAULT_PORT = 5432;

const namesOf = (hosts: string) => hosts.split(',');

function toHost(name: string): DatabaseHost | undefined {
  const [, host, port] = /^(\[[\da-f:.]+\]|[^:[\]\s]+)(?::(\d{1,5}))?$/i.exec(name) ?? [];
  return host ? { host: host.replace(/^\[|\]$/g, ''), port: Number(port ?? DEFAULT_PORT) } : undefined;
}

/** Whether the value of DATABASE_URL is an address, with one host or with several. */
export function isDatabaseUrl(url: string): boolean {
  const [, head, hosts, rest] = PARTS.exec(url) ?? [];
  if (head === undefined || hosts === undefined) return URL.canParse(url) && /^postgres(ql)?:/.test(url);
  return namesOf(hosts).every((name) => toHost(name) && URL.canParse(`${head}${name}${rest}`));
}

/**
 * The driver knows one host in an address: it gets the first one, and `hosts` if there are several, of which one is the
 * primary.
 */
export function readDatabaseUrl(url: string): { connectionString: string; hosts?: DatabaseHost[] } {
  const [, head, names = '', rest] = PARTS.exec(url) ?? [];
  const [first, ...others] = namesOf(names);
  if (others.length === 0) return { connectionString: url };
  const hosts = namesOf(names).flatMap((name) => toHost(name) ?? []);
  return { connectionString: `${head}${first}${rest}`, hosts };
}
