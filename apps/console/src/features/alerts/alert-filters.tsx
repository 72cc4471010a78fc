import { NativeSelect, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import {
  IconAlertCircle,
  IconAlertTriangleFilled,
  IconCalendar,
  IconSearch,
  IconX,
} from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Segmented } from '../../ui/segmented.tsx';
import {
  ALERT_PERIODS,
  ALERT_SEVERITIES,
  ALERT_STATES,
  type AlertFilter,
  type AlertState,
} from './alert-filter.ts';
import classes from './alerts-list.module.css';
import type { AlertList } from './use-alerts.ts';

interface Props {
  filter: AlertFilter;
  onFilter: (filter: AlertFilter) => void;
}

const TYPING_MS = 250;
const icon = { size: 16, stroke: 1.8, 'aria-hidden': true } as const;

/** Requests after a pause in typing. */
export function AlertSearch({ filter, onFilter }: Props) {
  const t = useTranslations('alerts');
  const [typed, setTyped] = useState(filter.q ?? '');
  const [known, setKnown] = useState(filter.q);
  // The address has changed: Back, or the filters were cleared.
  if (known !== filter.q) {
    setKnown(filter.q);
    setTyped(filter.q ?? '');
  }
  useEffect(() => {
    const text = typed.trim().slice(0, 100);
    if (text === (filter.q ?? '')) return undefined;
    const timer = setTimeout(() => {
      const { q: _, ...others } = filter;
      setKnown(text || undefined);
      onFilter(text ? { ...others, q: text } : others);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, filter, onFilter]);
  return (
    <TextInput
      className={classes.search}
      type="search"
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      placeholder={t('search')}
      aria-label={t('search')}
      leftSection={<IconSearch size={18} stroke={1.7} aria-hidden />}
    />
  );
}

export function AlertPeriod({ filter, onFilter }: Props) {
  const t = useTranslations('alerts');
  return (
    <NativeSelect
      className={classes.period}
      aria-label={t('period')}
      value={filter.days ?? 'all'}
      leftSection={<IconCalendar size={18} stroke={1.7} aria-hidden />}
      data={ALERT_PERIODS.map((value) => ({ value, label: t(`periodOf.${value}`) }))}
      onChange={({ currentTarget: { value } }) => {
        const { days: _, ...others } = filter;
        const days = ALERT_PERIODS.find((period) => period === value);
        onFilter(days && days !== 'all' ? { ...others, days } : others);
      }}
    />
  );
}

const severityIcons = {
  alarm: <IconAlertTriangleFilled {...icon} />,
  warning: <IconAlertCircle {...icon} />,
};

/** The state, the severities with the counts of open alerts, and the device if the list is of one. */
export function AlertChips({ filter, onFilter, open }: Props & Pick<AlertList, 'open'>) {
  const t = useTranslations('alerts');
  const { number } = useFormatter();
  const { state, severity: chosen, device, ...others } = filter;
  const rest = { ...others, ...(device && { device }) };
  const withState = (next: AlertState) => (next === 'open' ? {} : { state: next });
  return (
    <fieldset className={classes.chips} aria-label={t('filters')}>
      <Segmented
        label={t('state')}
        value={state ?? 'open'}
        options={ALERT_STATES.map((value) => ({ value, label: t(`stateOf.${value}`) }))}
        isDisabled={false}
        onChange={(next) => onFilter({ ...rest, ...(chosen && { severity: chosen }), ...withState(next) })}
      />
      {ALERT_SEVERITIES.map((severity) => (
        <button
          key={severity}
          type="button"
          className={classes.chip}
          aria-pressed={severity === chosen}
          onClick={() =>
            onFilter({ ...rest, ...(state && { state }), ...(severity !== chosen && { severity }) })
          }
        >
          <span className={classes.mark} data-severity={severity}>
            {severityIcons[severity]}
          </span>
          {t(`severityOf.${severity}`)}
          {open && <span className={`${classes.mark} num`}>{number(open[severity])}</span>}
        </button>
      ))}
      {device && (
        <button
          type="button"
          className={classes.chip}
          aria-pressed="true"
          aria-label={t('anyDevice', { name: device })}
          onClick={() =>
            onFilter({ ...others, ...(state && { state }), ...(chosen && { severity: chosen }) })
          }
        >
          {device}
          <IconX {...icon} />
        </button>
      )}
    </fieldset>
  );
}
