import { IconAlertCircle, IconAlertTriangleFilled, IconCalendar, IconX } from '@tabler/icons-react';
import { useFormatter, useTranslations } from 'use-intl';
import { FilterChip, FilterChips } from '../../ui/filter-chips.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { ALERT_PERIODS, ALERT_SEVERITIES, ALERT_STATES, type AlertFilter } from './alert-filter.ts';
import classes from './alerts-list.module.css';
import type { AlertList } from './use-alerts.ts';

interface Props {
  filter: AlertFilter;
  onFilter: (filter: AlertFilter) => void;
}

export function AlertSearch({ filter, onFilter }: Props) {
  const t = useTranslations('alerts');
  return (
    <SearchField
      className={classes.search}
      label={t('search')}
      value={filter.q ?? ''}
      onSearch={(text) => onFilter(changed(filter, 'q', text || undefined))}
    />
  );
}

export function AlertPeriod({ filter, onFilter }: Props) {
  const t = useTranslations('alerts');
  return (
    <SelectField
      className={classes.period}
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
const changed = <Name extends keyof AlertFilter>(
  filter: AlertFilter,
  name: Name,
  value: AlertFilter[Name] | undefined,
): AlertFilter => {
  const { [name]: _, ...others } = filter;
  return value === undefined ? others : { ...others, [name]: value };
};

/** The state, the severities with the counts of open alerts, and the device if the list is of one. */
export function AlertChips({ filter, onFilter, open }: Props & Pick<AlertList, 'open'>) {
  const t = useTranslations('alerts');
  const { number } = useFormatter();
  const { state, severity: chosen, device } = filter;
  return (
    <FilterChips className={classes.chips} label={t('filters')}>
      <Segmented
        label={t('state')}
        value={state ?? 'open'}
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
