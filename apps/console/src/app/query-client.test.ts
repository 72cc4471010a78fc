import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HttpProblem } from '../lib/http/http-problem.ts';
import { session } from '../lib/http/session.ts';
import { clearCacheAfterUnmount, queryClient } from './query-client.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a read that the server limits is sent again after the time that the server names, and shows no error', async () => {
  const busy = new HttpProblem(429, 'TOO_MANY_REQUESTS', { detail: 'TOO_MANY_REQUESTS', retry_after: 7 });
  const queryFn = vi.fn<() => Promise<string>>().mockRejectedValueOnce(busy).mockResolvedValue('values');
  const observer = new QueryObserver(queryClient, { queryKey: ['history'], queryFn });
  const unmount = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(6_900);
  expect([queryFn.mock.calls.length, observer.getCurrentResult().status]).toEqual([1, 'pending']);
  await vi.advanceTimersByTimeAsync(200);
  expect(observer.getCurrentResult().data).toBe('values');
  unmount();
  queryClient.clear();
});

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
