import type { AnyUser } from '@manoboard/contract/account/any-user';
import { useRouteContext } from '@tanstack/react-router';

/** The logged-in user. */
export interface Person {
  user: AnyUser;
  roles: readonly string[];
  /** Stored at an earlier visit, since the server does not answer. */
  isStored?: true;
}

/** On protected pages only. */
export const usePerson = (): Person =>
  useRouteContext({ from: '/admin', select: (context) => context.person });
