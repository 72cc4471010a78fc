import type { Role, User } from '@manoboard/contract/account';
import { Role as RoleSchema } from '@manoboard/contract/account';
import { useTranslations } from 'use-intl';
import classes from './profile-card.module.css';

const isKnownRole = (role: string): role is Role => RoleSchema.options.some((known) => known === role);

/** R3.5, to read. */
export function ProfileCard({ user, roles }: { user: User; roles: readonly string[] }) {
  const t = useTranslations();
  const known = roles.filter(isKnownRole);
  const rows: [label: string, value: string | null][] = [
    [t('auth.name'), user.name],
    [t('auth.surname'), user.surname],
    [t('auth.email'), user.email],
    [t('auth.phone'), user.phone_number],
    [t('profile.address'), user.address],
    [t('profile.roles'), known.map((role) => t(`role.${role}`)).join(', ') || t('role.owner')],
  ];
  return (
    <dl className={classes.card}>
      {rows.map(([label, value]) => (
        <div key={label} className={classes.row}>
          <dt>{label}</dt>
          <dd data-empty={!value || undefined}>{value || t('profile.notGiven')}</dd>
        </div>
      ))}
    </dl>
  );
}
