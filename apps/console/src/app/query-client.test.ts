import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { session } from '../lib/session.ts';
import { clearCacheAfterUnmount, queryClient } from './query-client.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('R1.5 logout removes displayed queries and leaves no timer', async () => {
  const observer = new QueryObserver(queryClient, { queryKey: ['devices'], queryFn: () => 'secret' });
  const unmount = observer.subscribe(() => undefined);
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('secret'));
  await session.end(async () => undefined);
  unmount();
  await vi.advanceTimersByTimeAsync(0);
  expect(vi.getTimerCount()).toBe(0);
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
});

it('R1.5 a query created after the logout is removed and leaves no timer', async () => {
  await session.end(async () => undefined);
  const observer = new QueryObserver(queryClient, { queryKey: ['devices'], queryFn: () => 'late' });
  observer.subscribe(() => undefined)();
  clearCacheAfterUnmount();
  await vi.advanceTimersByTimeAsync(0);
  expect(vi.getTimerCount()).toBe(0);
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
});
