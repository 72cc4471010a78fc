import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import {
  createConnectionLimit,
  createExemption,
  readDescriptorLimit,
  shareDescriptors,
} from './connection-limit.ts';

const aSocket = (remoteAddress: string) =>
  Object.assign(new EventEmitter(), { remoteAddress }) as unknown as Socket;

describe('connections of one address', () => {
  it('are refused above the limit, and a closed one frees its place', () => {
    const { admit } = createConnectionLimit(2, createExemption(false, undefined));
    const sockets = [1, 2, 3].map(() => aSocket('192.0.2.1'));
    expect(sockets.map((socket) => admit(socket))).toEqual([true, true, false]);
    expect(admit(aSocket('192.0.2.2'))).toBe(true);
    sockets[0]?.emit('close');
    expect(admit(aSocket('::ffff:192.0.2.1'))).toBe(true);
    expect(admit(aSocket('192.0.2.1'))).toBe(false);
  });

  it('an IPv6 /64 network counts as one address', () => {
    const { admit } = createConnectionLimit(1, createExemption(false, undefined));
    expect(admit(aSocket('2001:db8::1'))).toBe(true);
    expect(admit(aSocket('2001:db8::2'))).toBe(false);
    expect(admit(aSocket('2001:db8:0:1::1'))).toBe(true);
  });

  it('the /64 networks of one IPv6 /48 share a limit of four', () => {
    const { admit } = createConnectionLimit(1, createExemption(false, undefined));
    const sockets = [0, 1, 2, 3, 4].map((n) => aSocket(`2001:db8:7:${n}::1`));
    expect(sockets.map((socket) => admit(socket))).toEqual([true, true, true, true, false]);
    expect(admit(aSocket('2001:db8:8::1'))).toBe(true);
    sockets[0]?.emit('close');
    expect([4, 0].map((n) => admit(aSocket(`2001:db8:7:${n}::1`)))).toEqual([true, false]);
  });

  it.each(['127.0.0.1', '127.0.0.9', '::1', '::ffff:127.0.0.1', '10.1.2.3', '192.0.2.7'])(
    'loopback or proxy %s has no limit',
    (address) => {
      const { admit } = createConnectionLimit(1, createExemption(false, '10.1.0.0/16, 192.0.2.7'));
      expect([1, 2, 3].map(() => admit(aSocket(address)))).toEqual([true, true, true]);
    },
  );

  it('loopback is counted if that is set', () => {
    const { admit } = createConnectionLimit(1, createExemption(true, undefined));
    expect([1, 2].map(() => admit(aSocket('127.0.0.1')))).toEqual([true, false]);
  });
});

describe('descriptors', () => {
  it('boards and browsers have their own share below the limit', () => {
    expect(shareDescriptors(20_000)).toEqual({ boards: 14_616, browsers: 4_872 });
    const { boards, browsers } = shareDescriptors(1024);
    expect(boards + browsers).toBe(512);
  });
  it('a tiny limit leaves one connection each', () =>
    expect(shareDescriptors(100)).toEqual({ boards: 1, browsers: 1 }));
  it('the limit of this process is read where /proc exists', () => {
    if (process.platform === 'linux') expect(readDescriptorLimit()).toBeGreaterThan(100);
  });
});
