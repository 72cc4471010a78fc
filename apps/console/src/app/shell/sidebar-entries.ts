import type { ConsoleConfig } from '@manoboard/contract/installation/console-config';
import { canOpenPage } from '@manoboard/domain/access/roles';
import { paths } from '../../lib/page/paths.ts';

type Path = (typeof paths)[keyof typeof paths];

export interface Entry {
  name:
    | 'dashboard'
    | 'overview'
    | 'statistics'
    | 'mainPanel'
    | 'users'
    | 'alerts'
    | 'firmware'
    | 'installation'
    | 'seller'
    | 'technician'
    | 'allPumps'
    | 'documentation';
  /** A page of the console, an external address, or the value of CONSOLE_FEATURES that enables the entry. */
  target: { to: Path } | { href: string } | { feature: ConsoleConfig['features'][number] };
}
export interface EntryGroup {
  title?: 'superSeller' | 'staff';
  entries: Entry[];
}

const page = (name: Entry['name'], to: Path): Entry => ({ name, target: { to } });

/** R1.4: the entries for a user with these roles. */
export function sidebarGroups(roles: readonly string[], { features }: ConsoleConfig): EntryGroup[] {
  const statistics: Entry = features.includes('statistics')
    ? page('statistics', paths.statistics)
    : { name: 'statistics', target: { feature: 'statistics' } };
  const staff = [
    ...(canOpenPage('seller', roles) ? [page('seller', paths.seller)] : []),
    ...(canOpenPage('technician', roles) ? [page('technician', paths.technician)] : []),
    // Sellers and Super Sellers have the same list on their own page.
    ...(canOpenPage('technician', roles) && !canOpenPage('seller', roles)
      ? [page('allPumps', paths.technicianPumps)]
      : []),
  ];
  return [
    {
      entries: [
        page('dashboard', paths.dashboard),
        page('overview', paths.overview),
        // The list of Super Sellers has all of them, and is below.
        ...(canOpenPage('super-seller', roles) ? [] : [page('alerts', paths.myAlerts)]),
        statistics,
      ],
    },
    ...(canOpenPage('super-seller', roles)
      ? [
          {
            title: 'superSeller' as const,
            entries: [
              page('mainPanel', paths.superSeller),
              page('users', paths.users),
              page('alerts', paths.alerts),
              page('firmware', paths.firmware),
              page('installation', paths.installation),
            ],
          },
        ]
      : []),
    ...(staff.length > 0 ? [{ title: 'staff' as const, entries: staff }] : []),
  ];
}

/** R1.4, R1.8: leads to the configured documentation, else to the help of the console. */
export function documentationEntry({ features, docs_url }: ConsoleConfig): Entry {
  if (!features.includes('docs')) return { name: 'documentation', target: { feature: 'docs' } };
  return docs_url === ''
    ? page('documentation', paths.docs)
    : { name: 'documentation', target: { href: docs_url } };
}
