import { expect, it } from 'vitest';
import { isDatabaseUrl, readDatabaseUrl } from './database-url.ts';

it('an address with one host is passed on as it is', () => {
  const url = 'postgres://u:p%40ss@db.example.com/manoboard?sslmode=require';
  expect(isDatabaseUrl(url)).toBe(true);
  expect(readDatabaseUrl(url)).toEqual({ connectionString: url });
});

it('an address with several hosts gives each with its port', () =>
  expect(readDatabaseUrl('postgres://u:p@a:5433,[::1]:6000,b/db?sslmode=require')).toEqual({
    connectionString: 'postgres://u:p@a:5433/db?sslmode=require',
    hosts: [
      { host: 'a', port: 5433 },
      { host: '::1', port: 6000 },
      { host: 'b', port: 5432 },
    ],
  }));

it.each([
  'mysql://a',
  'postgres://u:p@a:5432,:5432/db',
  'postgres://u:p@a,/db',
  'postgres://u:p@a:x,b/db',
  'postgres://u:p@a:99999,b/db',
  'a:5432,b:5432',
])('%s is no address', (url) => expect(isDatabaseUrl(url)).toBe(false));

it.each(['postgres:///db?host=/run/postgresql', 'postgresql://a,b/db', 'postgres://u@a:1,b:2'])(
  '%s is an address',
  (url) => expect(isDatabaseUrl(url)).toBe(true),
);
