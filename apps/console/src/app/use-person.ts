import type { User } from '@manoboard/contract/account/account';
import { useRouteContext } from '@tanstack/react-router';

/** The logged-in user. */
export interface Person {
  user: User;
  roles: readonly string[];
  /** Stored at an earlier visit, since the server does not answer. */
  isStored?: true;
}

/** On protected pages only. */
export const usePerson = (): Person =>
  useRouteContext({ from: '/admin', select: (context) => context.person });
