export const paths = {
  login: '/auth/login',
  signup: '/auth/signup',
  recover: '/auth/recover-password',
  terms: '/terms',
  mailbox: '/demo/mailbox',
  dashboard: '/admin/dashboard',
  overview: '/admin/overview',
  addDevice: '/admin/add-device',
  seller: '/admin/seller',
  technician: '/admin/technician',
  superSeller: '/admin/super-seller/main-list',
  profile: '/admin/profile',
} as const;

/** Where to go after login: a page of this console and nothing else, so that no link can lead a user away. */
export function safeReturnPath(path: unknown): string | undefined {
  return typeof path === 'string' && /^\/admin(\/[\w-]+)+(\?[\w=&%.,~+-]*)?$/.test(path) ? path : undefined;
}
