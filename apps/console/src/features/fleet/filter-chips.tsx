import type { FleetPage } from '@manoboard/contract/nouns/fleet';
import { IconArrowUp, IconUserExclamation } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { pumpStatusStyles, usePumpStatusText } from '../../device/pump-status.tsx';
import tones from '../../ui/tone.module.css';
import type { Tone } from '../../ui/tone.ts';
import type { FleetFilters } from './api.ts';
import classes from './fleet.module.css';

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
export function FilterChips({ filters, counts, onChange }: Props) {
  const t = useTranslations('fleet');
  const statusText = usePumpStatusText();
  const isAll = !filters.state && !filters.outdated && !filters.locked_out;
  const stateChip = (group: keyof Counts & NonNullable<FleetFilters['state']>) => (
    <Chip
      key={group}
      {...pumpStatusStyles[group]}
      label={statusText(group)}
      count={counts?.[group]}
      isPressed={filters.state === group}
      onClick={() => {
        const { state, ...others } = filters;
        onChange(state === group ? others : { ...others, state: group });
      }}
    />
  );
  const mark = (name: 'outdated' | 'locked_out', tone: Tone, icon: ReactNode) => (
    <Chip
      tone={tone}
      icon={icon}
      label={t(name)}
      count={counts?.[name]}
      isPressed={filters[name] === true}
      onClick={() => {
        const { [name]: isOn, ...others } = filters;
        onChange(isOn ? others : { ...others, [name]: true });
      }}
    />
  );
  const groups = GROUPS.filter((name) => name !== 'unknown' || counts?.unknown || filters.state === name);
  return (
    <fieldset className={classes.chips} aria-label={t('filter')}>
      <Chip
        label={t('all')}
        count={counts && countAll(counts)}
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
    </fieldset>
  );
}

interface ChipProps {
  tone?: Tone;
  icon?: ReactNode;
  label: string;
  /** Undefined until loaded. */
  count: number | undefined;
  isPressed: boolean;
  onClick: () => void;
}

function Chip({ tone, icon, label, count, isPressed, onClick }: ChipProps) {
  const { number } = useFormatter();
  return (
    <button type="button" className={classes.chip} aria-pressed={isPressed} onClick={onClick}>
      {icon && (
        <span className={`${classes.mark} ${tones.tone}`} data-tone={tone} aria-hidden="true">
          {icon}
        </span>
      )}
      {label} <b className="num">{count === undefined ? '–' : number(count)}</b>
    </button>
  );
}
