import type { RolePage } from '@manoboard/domain/access/roles';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadTexts } from '../../lib/texts/locale-store.ts';
import type { Person } from '../use-person.ts';
import { root } from './root-route.tsx';

/** Guards, shell and its texts load with the first protected page, in parallel. */
const guards = () => import('../guards.ts');
const Shell = lazyRouteComponent(() => import('../shell/shell.tsx'), 'Shell');

/** R2.6 */
export const requireRole = (page: RolePage) => async (args: { context: { person: Person } }) =>
  (await guards()).requireRole(page, args.context.person);

/** R2.6, R3.6: the parent of every page that needs a session. */
export const admin = createRoute({
  getParentRoute: () => root,
  path: 'admin',
  beforeLoad: async ({ location, abortController }) => {
    void Promise.allSettled([Shell.preload?.(), loadTexts('shell')]);
    const { requirePerson } = await guards();
    return { person: await requirePerson(location, abortController.signal) };
  },
  loader: () => loadTexts('shell'),
  component: Shell,
});
