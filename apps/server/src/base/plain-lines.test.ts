import { expect, it } from 'vitest';
import { needsMailTls, plainLines } from './plain-lines.ts';

it.each([
  ['postgres://a:b@127.0.0.1:5432/manoboard', true],
  ['postgres://a:b@localhost/manoboard', true],
  ['postgres://a:b@[::1]:5432/manoboard', true],
  ['postgres:///manoboard?host=/run/postgresql', true],
  ['postgres://a@%2Frun%2Fpostgresql/manoboard', true],
  ['postgres://a:b@127.0.0.1:5432,127.0.0.1:5433/manoboard', true],
  ['postgres://a:b@127.0.0.1:5432,10.0.0.5:5432/manoboard', false],
  ['postgres://a:b@db.example.com/manoboard', false],
  ['postgres://a:b@10.0.0.5/manoboard?sslmode=prefer', false],
  ['postgres://a:b@10.0.0.5/manoboard?sslmode=no-verify', false],
  ['postgres://a:b@127.0.0.1/manoboard?host=10.0.0.5', false],
  ['postgres://a:b@db.example.com/manoboard?sslmode=verify-full', true],
  ['postgres://a:b@db.example.com/manoboard?ssl=true', true],
])('a database on another machine needs TLS: %s', (DATABASE_URL, isAccepted) =>
  expect(plainLines({ DATABASE_URL })).toHaveLength(isAccepted ? 0 : 1),
);

it.each([
  ['nats://127.0.0.1:4222', true],
  ['nats://a:b@localhost:4222,127.0.0.1:4223', true],
  ['nats://a:b@localhost:4222,10.0.0.5:4222', false],
  ['nats://bus.example.com:4222', false],
  ['tls://a:b@bus.example.com:4222', true],
])('a bus on another machine needs TLS: %s', (BUS_URL, isAccepted) =>
  expect(plainLines({ BUS_URL })).toHaveLength(isAccepted ? 0 : 1),
);

it.each([
  ['smtp://127.0.0.1:2525', false, false],
  ['smtp://me:secret@mail.example.com', false, true],
  ['smtp://me:secret@mail.example.com', true, true],
  ['smtp://mail', true, false],
  ['smtp://192.168.1.5', true, false],
  ['smtp://192.168.1.5', false, true],
  ['smtp://post.lan', true, false],
])(
  'a mail server on another machine needs TLS, but for one in a private network: %s, %s',
  (url, isPrivate, expected) => expect(needsMailTls(url, isPrivate)).toBe(expected),
);
