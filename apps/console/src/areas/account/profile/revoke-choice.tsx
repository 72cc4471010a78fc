import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import { Checkbox } from '../../../ui/field.tsx';
import { ownAccessQuery } from './api.ts';

interface Props {
  field: {
    name: string;
    checked: boolean;
    onChange: (event: { currentTarget: { checked: boolean } }) => void;
  };
}

/** With a new password: whether programs and webhooks end too, which somebody who knew the old one may have added. */
export function RevokeChoice({ field: { name, checked, onChange } }: Props) {
  const t = useTranslations('profile.revoke');
  const { list } = useFormatter();
  const { data } = useQuery(ownAccessQuery);
  if (data?.length === 0) return null;
  return (
    <Checkbox
      name={name}
      checked={checked}
      onChange={onChange}
      label={t('label')}
      description={data ? t('list', { names: list(data) }) : t('unknown')}
    />
  );
}
