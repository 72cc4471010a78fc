import { type Role, Role as RoleSchema } from '@manoboard/contract/nouns/account';
import { useTranslations } from 'use-intl';

const isKnownRole = (role: string): role is Role => RoleSchema.options.some((known) => known === role);

/** The roles in names; whoever has none is an owner. */
export function useRoleNames(roles: readonly string[]): string {
  const t = useTranslations('role');
  const names = roles.filter(isKnownRole).map((role) => t(role));
  return names.join(', ') || t('owner');
}
