import { type Role, Role as RoleSchema } from '@manoboard/contract/nouns/account';
import { useTranslations } from 'use-intl';

const isKnownRole = (role: string): role is Role => RoleSchema.options.some((known) => known === role);

/** The roles in words; whoever has none is an owner. */
export function useRoleWords(roles: readonly string[]): string {
  const t = useTranslations('role');
  const words = roles.filter(isKnownRole).map((role) => t(role));
  return words.join(', ') || t('owner');
}
