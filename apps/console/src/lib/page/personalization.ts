import type { Personalization } from '@manoboard/contract/account/account';
import { accountCalls } from '@manoboard/contract/account/account.calls';
import type { QueryClient } from '@tanstack/react-query';
import { request } from '../http/http.ts';
import { readQuery } from '../http/read-query.ts';
import { session } from '../http/session.ts';

const FRESH_MS = 300_000;

export const personalizationQuery = {
  ...readQuery(['personalization'], accountCalls.personalization),
  staleTime: FRESH_MS,
};

/** Loaded before the first page renders, so that cards do not move under a finger. */
export const loadPersonalization = (queryClient: QueryClient) =>
  queryClient.prefetchQuery({ ...personalizationQuery, retry: false });

let saving: Promise<unknown> = Promise.resolve();

/** Reads before it writes, since another browser may have changed other fields. Saves run one at a time. */
export function savePersonalization(
  queryClient: QueryClient,
  change: (known: Personalization) => Partial<Personalization>,
): Promise<void> {
  const epoch = session.epoch();
  // R1.5: never write a preference into the account of the next user.
  const isOver = () => session.epoch() !== epoch;
  const run = async () => {
    const known = await queryClient.fetchQuery({ ...personalizationQuery, staleTime: 0, retry: 2 });
    if (isOver()) return;
    const body: Personalization = { ...known, ...change(known) };
    const answer = await request(accountCalls.setPersonalization, { body });
    if (answer && !isOver()) queryClient.setQueryData(personalizationQuery.queryKey, answer);
  };
  const saved = saving.then(run, run);
  saving = saved.catch(() => undefined);
  return saved;
}
