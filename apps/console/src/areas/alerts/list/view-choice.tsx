import { useTranslations } from 'use-intl';
import { Segmented } from '../../../ui/segmented.tsx';
import { type AlertFilter, isTableFilter } from './alert-filter.ts';

interface Props {
  filter: AlertFilter;
  onFilter: (filter: AlertFilter) => void;
}

/** The groups, or the table with all columns of the spec. */
export function ViewChoice({ filter, onFilter }: Props) {
  const t = useTranslations('alerts');
  const { q } = filter;
  return (
    <Segmented
      label={t('view')}
      value={isTableFilter(filter) ? 'table' : 'groups'}
      options={(['groups', 'table'] as const).map((value) => ({ value, label: t(`viewOf.${value}`) }))}
      isDisabled={false}
      onChange={(view) => onFilter({ ...(q && { q }), ...(view === 'table' && { view }) })}
    />
  );
}
