import type { Call } from '@manoboard/contract/http/call';
import { type QueryKey, queryOptions } from '@tanstack/react-query';
import { type RequestOptions, read } from './http.ts';

/** A GET as a query: its key and its request in one place, for hooks, prefetch and invalidation. */
export const readQuery = <C extends Call>(
  queryKey: QueryKey,
  call: C,
  options?: Pick<RequestOptions<C>, 'params' | 'query'>,
) => queryOptions({ queryKey, queryFn: ({ signal }) => read(call, signal, options) });
