import type { Core } from '../../core.ts';
import type { Wing } from '../../wing.ts';
import type { AlertsWing } from '../alerts/index.ts';
import type { DevicesWing } from '../devices/index.ts';
import { personalDataRoutes } from './personal-data/personal-data.routes.ts';
import { createPersonalData } from './personal-data/personal-data.service.ts';
import { termsRoutes } from './terms/terms.routes.ts';
import type { readTerms } from './terms/terms.service.ts';
import { createUserManagement } from './user-management.service.ts';
import { usersRoutes } from './users.routes.ts';
import { createUsers } from './users.service.ts';

interface Needs {
  alerts: AlertsWing;
  devices: DevicesWing;
  terms: ReturnType<typeof readTerms>;
}

/** Users as staff sees them, and what a user sees of their own. */
export function createUsersWing(core: Core, { alerts, devices, terms }: Needs) {
  const { databases, now } = core;
  const users = createUsers({ ...core, lacksAlerts: alerts.isUnreached });
  const management = createUserManagement({ ...core, access: devices.staff });
  const personalData = createPersonalData({ reports: databases.reports, now });
  const wing: Wing = {
    routes: (api, { startExport }) => {
      usersRoutes(api, users, management);
      personalDataRoutes(api, personalData, startExport);
      termsRoutes(api, terms);
    },
  };
  return { wing, me: users.me };
}
export type UsersWing = ReturnType<typeof createUsersWing>;
