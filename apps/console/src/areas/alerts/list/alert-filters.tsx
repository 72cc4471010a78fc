import {
  IconAlertCircle,
  IconAlertTriangleFilled,
  IconCalendar,
  IconClockPause,
  IconX,
} from '@tabler/icons-react';
import { useFormatter, useTranslations } from 'use-intl';
import { FilterChip, FilterChips } from '../../../ui/filter-chips.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { ALERT_PERIODS, ALERT_SEVERITIES, ALERT_STATES, type AlertFilter } from './alert-filter.ts';
import type { AlertList } from './use-alerts.ts';

interface FilterProps {
  filter: AlertFilter;
  onFilter: (filter: AlertFilter) => void;
}

export function AlertSearch({ filter, onFilter, className = '' }: FilterProps & { className?: string }) {
  const t = useTranslations('alerts');
  return (
    <SearchField
      className={className}
      label={t('search')}
      value={filter.q ?? ''}
      onSearch={(text) => onFilter(changed(filter, 'q', text || undefined))}
    />
  );
}

export function AlertPeriod({ filter, onFilter }: FilterProps) {
  const t = useTranslations('alerts');
  return (
    <SelectField
      className="flex-none w-44 max-sm:order-1 max-sm:flex-[1_1_9rem] max-sm:w-auto max-sm:min-w-0"
      label={t('period')}
      value={filter.days ?? 'all'}
      icon={<IconCalendar size={18} stroke={1.7} aria-hidden />}
      options={ALERT_PERIODS.map((value) => ({ value, label: t(`periodOf.${value}`) }))}
      onChange={(days) => onFilter(changed(filter, 'days', days === 'all' ? undefined : days))}
    />
  );
}

const severityStyles = {
  alarm: { tone: 'stop', icon: <IconAlertTriangleFilled /> },
  warning: { tone: 'wait', icon: <IconAlertCircle stroke={1.8} /> },
} as const;

/** Without the part, or with it. */
export const changed = <Name extends keyof AlertFilter>(
  filter: AlertFilter,
  name: Name,
  value: AlertFilter[Name] | undefined,
): AlertFilter => {
  const { [name]: _, ...others } = filter;
  return value === undefined ? others : { ...others, [name]: value };
};

/** The state, the severities with the counts of open alerts, shelved alerts, and the device if the list is of one. */
export function AlertChips({
  filter,
  onFilter,
  open,
  shelved,
}: FilterProps & Pick<AlertList, 'open' | 'shelved'>) {
  const t = useTranslations('alerts');
  const { number } = useFormatter();
  const { state, severity: chosen, device } = filter;
  return (
    <FilterChips className="mb-4" label={t('filters')}>
      <Segmented
        label={t('state')}
        value={state === 'shelved' ? 'open' : (state ?? 'open')}
        options={ALERT_STATES.map((value) => ({ value, label: t(`stateOf.${value}`) }))}
        isDisabled={false}
        onChange={(next) => onFilter(changed(filter, 'state', next === 'open' ? undefined : next))}
      />
      {ALERT_SEVERITIES.map((severity) => (
        <FilterChip
          key={severity}
          {...severityStyles[severity]}
          label={t(`severityOf.${severity}`)}
          count={open && number(open[severity])}
          isPressed={severity === chosen}
          onClick={() => onFilter(changed(filter, 'severity', severity === chosen ? undefined : severity))}
        />
      ))}
      <FilterChip
        icon={<IconClockPause stroke={1.8} />}
        label={t('stateOf.shelved')}
        count={shelved === undefined ? undefined : number(shelved)}
        isPressed={state === 'shelved'}
        onClick={() => onFilter(changed(filter, 'state', state === 'shelved' ? undefined : 'shelved'))}
      />
      {device && (
        <FilterChip
          label={device}
          name={t('anyDevice', { name: device })}
          end={<IconX stroke={1.8} />}
          isPressed
          onClick={() => onFilter(changed(filter, 'device', undefined))}
        />
      )}
    </FilterChips>
  );
}
