export const paths = {
  /** Leads to the first page of the user. */
  home: '/admin',
  login: '/auth/login',
  signup: '/auth/signup',
  firstPump: '/first-pump',
  recover: '/auth/recover-password',
  terms: '/terms',
  setup: '/setup',
  secondFactor: '/second-factor',
  mailbox: '/demo/mailbox',
  invitation: '/invitation',
  dashboard: '/admin/dashboard',
  overview: '/admin/overview',
  addDevice: '/admin/add-device',
  newPump: '/admin/new-pump',
  statistics: '/admin/statistics',
  statisticsCharts: '/admin/statistics/charts',
  statisticsDevices: '/admin/statistics/progress-bars',
  seller: '/admin/seller',
  technician: '/admin/technician',
  technicianPumps: '/admin/technician/pumps',
  superSeller: '/admin/super-seller/main-list',
  users: '/admin/super-seller/users-list',
  alerts: '/admin/super-seller/alerts-list',
  myAlerts: '/admin/alerts',
  alert: '/admin/alerts/$id',
  firmware: '/admin/super-seller/firmware',
  installation: '/admin/super-seller/installation',
  profile: '/admin/profile',
  notifications: '/admin/profile/notifications',
  docs: '/admin/documentation/docs',
  faq: '/admin/pages/faq',
} as const;

/** The page to open after login. Accepts only paths of this console: prevents an open redirect. */
export function safeReturnPath(path: unknown): string | undefined {
  if (typeof path !== 'string') return undefined;
  // Without its token: this page has kept it.
  if (/^\/invitation(#[\w=-]*)?$/.test(path)) return paths.invitation;
  return /^\/admin(\/[\w-]+)+(\?[\w=&%.,~+-]*)?(#[\w-]+)?$/.test(path) ? path : undefined;
}
