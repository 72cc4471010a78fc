import { useRouteContext } from '@tanstack/react-router';
import type { Person } from './guards.ts';

/** The logged-in user; on protected pages only. */
export const usePerson = (): Person =>
  useRouteContext({ from: '/admin', select: (context) => context.person });
