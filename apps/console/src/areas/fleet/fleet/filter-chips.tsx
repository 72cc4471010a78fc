import type { FleetPage } from '@manoboard/contract/fleet/fleet';
import { IconArrowUp, IconUserExclamation } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { pumpStatusStyles, usePumpStatusText } from '../../../device/pump-status.tsx';
import { FilterChip, FilterChips } from '../../../ui/filter-chips.tsx';
import type { Tone } from '../../../ui/tone.ts';
import type { FleetFilters } from './api.ts';

type Counts = FleetPage['counts'];
const GROUPS = ['offline', 'waiting', 'running', 'stopped', 'unknown'] as const;

/** All devices that match the search: each is in exactly one group. */
export const countAll = ({ fault, offline, waiting, running, stopped, unknown }: Counts) =>
  fault + offline + waiting + running + stopped + unknown;

interface Props {
  filters: FleetFilters;
  counts: Counts | undefined;
  onChange: (change: FleetFilters) => void;
}

/** The counts as filters. One state at a time; old firmware and the lock-out tag combine with it. */
export function FleetChips({ filters, counts, onChange }: Props) {
  const t = useTranslations('fleet');
  const { number } = useFormatter();
  const statusText = usePumpStatusText();
  const countText = (count: number | undefined) => (count === undefined ? '–' : number(count));
  const isAll = !filters.state && !filters.outdated && !filters.locked_out;
  const stateChip = (group: keyof Counts & NonNullable<FleetFilters['state']>) => (
    <FilterChip
      key={group}
      {...pumpStatusStyles[group]}
      label={statusText(group)}
      count={countText(counts?.[group])}
      isPressed={filters.state === group}
      onClick={() => {
        const { state, ...others } = filters;
        onChange(state === group ? others : { ...others, state: group });
      }}
    />
  );
  const mark = (name: 'outdated' | 'locked_out', tone: Tone, icon: ReactNode) => (
    <FilterChip
      tone={tone}
      icon={icon}
      label={t(name)}
      count={countText(counts?.[name])}
      isPressed={filters[name] === true}
      onClick={() => {
        const { [name]: isOn, ...others } = filters;
        onChange(isOn ? others : { ...others, [name]: true });
      }}
    />
  );
  const groups = GROUPS.filter((name) => name !== 'unknown' || counts?.unknown || filters.state === name);
  return (
    <FilterChips className="mb-4 max-sm:-mx-3 max-sm:px-3" label={t('filter')}>
      <FilterChip
        label={t('all')}
        count={countText(counts && countAll(counts))}
        isPressed={isAll}
        onClick={() => {
          const { state, outdated, locked_out, ...others } = filters;
          onChange(others);
        }}
      />
      {stateChip('fault')}
      {mark('locked_out', 'wait', <IconUserExclamation stroke={2.2} />)}
      {groups.map(stateChip)}
      {mark('outdated', 'off', <IconArrowUp stroke={2.2} />)}
    </FilterChips>
  );
}
