import { beforeEach, expect, it, vi } from 'vitest';
import { serverNowS, syncServerTime } from './clock.ts';

const LOCAL_S = 1_800_000_000;

beforeEach(() => {
  vi.useFakeTimers({ now: LOCAL_S * 1000 });
  return () => vi.useRealTimers();
});

it("serverNowS is the server's time even if the browser's clock is wrong", () => {
  syncServerTime(LOCAL_S + 7200);
  expect(serverNowS()).toBe(LOCAL_S + 7200);
  syncServerTime(LOCAL_S - 86_400);
  expect(serverNowS()).toBe(LOCAL_S - 86_400);
});

it('a delayed server time does not set the clock back', () => {
  syncServerTime(LOCAL_S + 100);
  syncServerTime(LOCAL_S + 98);
  expect(serverNowS()).toBe(LOCAL_S + 100);
});

it('a less delayed server time sets the clock forward', () => {
  syncServerTime(LOCAL_S + 500);
  syncServerTime(LOCAL_S + 501);
  expect(serverNowS()).toBe(LOCAL_S + 501);
});

it('a ping that was received while the computer slept does not set the clock back', () => {
  syncServerTime(LOCAL_S);
  vi.setSystemTime((LOCAL_S + 8 * 3600) * 1000);
  syncServerTime(LOCAL_S + 2, true);
  expect(serverNowS()).toBe(LOCAL_S + 8 * 3600);
});
