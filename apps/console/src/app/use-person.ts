import { useRouteContext } from '@tanstack/react-router';
import type { Person } from './guards.ts';

/** Who is logged in; on protected pages only. */
export const usePerson = (): Person =>
  useRouteContext({ from: '/admin', select: (context) => context.person });
