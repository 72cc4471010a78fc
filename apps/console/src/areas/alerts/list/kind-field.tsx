import { AlertKind } from '@manoboard/contract/alert/kinds';
import { IconCategory } from '@tabler/icons-react';
import { useLocale, useTranslations } from 'use-intl';
import { SelectField } from '../../../ui/select-field.tsx';

export interface KindFieldProps {
  kind: AlertKind | undefined;
  onKind: (kind: AlertKind | undefined) => void;
  className: string | undefined;
}

/** Alerts of one kind, by the names of the rules. */
export function KindField({ kind, onKind, className }: KindFieldProps) {
  const t = useTranslations();
  const { compare } = new Intl.Collator(useLocale());
  const kinds = AlertKind.options
    .map((value) => ({ value, label: t(`alertRule.${value}.title`) }))
    .sort((one, other) => compare(one.label, other.label));
  return (
    <SelectField
      className={className}
      label={t('alertKinds.label')}
      value={kind ?? 'all'}
      icon={<IconCategory size={18} stroke={1.7} aria-hidden />}
      options={[{ value: 'all', label: t('alertKinds.all') }, ...kinds]}
      onChange={(chosen) => onKind(chosen === 'all' ? undefined : chosen)}
    />
  );
}
