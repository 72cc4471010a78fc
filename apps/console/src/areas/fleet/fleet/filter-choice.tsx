import type { FleetPage } from '@manoboard/contract/fleet/fleet';
import { IconCheck, IconFilter, IconPencil, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { pumpStatusStyles, usePumpStatusText } from '../../../device/pump-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dropdown, DropdownItem, DropdownLabel, DropdownLine } from '../../../ui/dropdown.tsx';
import { FilterChip, FilterChips } from '../../../ui/filter-chips.tsx';
import { type FleetFilters, labelsQuery } from './api.ts';
import { LabelsDialog } from './label-rows.tsx';

const GROUPS = ['fault', 'offline', 'waiting', 'running', 'stopped', 'unknown'] as const;
const KINDS = ['group', 'label'] as const;

interface Props {
  filters: FleetFilters;
  counts: FleetPage['counts'] | undefined;
  onChange: (filters: FleetFilters) => void;
}

interface ChoiceProps extends Props {
  onLabelRemoved: (id: number) => void;
}

/** State, group and label: one of each at a time; they combine with the tabs and the search. */
export function FilterChoice({ filters, counts, onChange, onLabelRemoved }: ChoiceProps) {
  const t = useTranslations('fleet');
  const [isManaging, setIsManaging] = useState(false);
  const { number } = useFormatter();
  const statusText = usePumpStatusText();
  const { data: labels = [] } = useQuery(labelsQuery);
  const toggle = <K extends 'state' | 'group' | 'label'>(key: K, value: FleetFilters[K]) => {
    const { [key]: before, ...others } = filters;
    onChange(before === value ? others : { ...others, [key]: value });
  };
  const item = (key: string, isOn: boolean, text: string, count: number | undefined, onClick: () => void) => (
    <DropdownItem
      key={key}
      aria-pressed={isOn}
      mark={
        <>
          {isOn && <IconCheck size={18} stroke={2} aria-hidden />}
          <span className="text-sm text-dim tabular-nums">{count === undefined ? '–' : number(count)}</span>
        </>
      }
      onClick={onClick}
    >
      {text}
    </DropdownItem>
  );
  return (
    <>
      <Dropdown
        width="16rem"
        opener={
          <Button variant="default" size="tool" icon={<IconFilter size={18} stroke={1.7} aria-hidden />}>
            {t('filterBy')}
          </Button>
        }
      >
        {(close) => (
          <div className="max-h-[60dvh] overflow-y-auto">
            <DropdownLabel>{t('byState')}</DropdownLabel>
            {GROUPS.map((name) =>
              item(name, filters.state === name, statusText(name), counts?.[name], () =>
                toggle('state', name),
              ),
            )}
            {KINDS.map((kind) => {
              const own = labels.filter((label) => label.kind === kind);
              return (
                own.length > 0 && (
                  <div key={kind}>
                    <DropdownLabel>{t(`kind.${kind}`)}</DropdownLabel>
                    {own.map(({ id, name, devices }) =>
                      item(`${id}`, filters[kind] === id, name, devices, () => toggle(kind, id)),
                    )}
                  </div>
                )
              );
            })}
            {labels.length > 0 && (
              <>
                <DropdownLine />
                <DropdownItem
                  icon={<IconPencil size={18} stroke={1.7} aria-hidden />}
                  onClick={() => {
                    close();
                    setIsManaging(true);
                  }}
                >
                  {t('manageLabels')}
                </DropdownItem>
              </>
            )}
          </div>
        )}
      </Dropdown>
      {isManaging && <LabelsDialog onRemoved={onLabelRemoved} onClose={() => setIsManaging(false)} />}
    </>
  );
}

/** What `FilterChoice` has chosen; a click removes it. */
export function ChosenFilters({ filters, onChange }: Omit<Props, 'counts'>) {
  const t = useTranslations('fleet');
  const statusText = usePumpStatusText();
  const { data: labels = [] } = useQuery(labelsQuery);
  const { state, group, label, system } = filters;
  const nameOf = (id: number) => labels.find((one) => one.id === id)?.name ?? `${id}`;
  const chosen = [
    ...(state ? [{ key: 'state' as const, text: statusText(state), style: pumpStatusStyles[state] }] : []),
    ...(group ? [{ key: 'group' as const, text: nameOf(group) }] : []),
    ...(label ? [{ key: 'label' as const, text: nameOf(label) }] : []),
    ...(system ? [{ key: 'system' as const, text: t('kind.system') }] : []),
  ];
  if (chosen.length === 0) return null;
  return (
    <FilterChips className="-mt-1 mb-4" label={t('chosen')}>
      {chosen.map(({ key, text, ...more }) => (
        <FilterChip
          key={key}
          {...('style' in more && more.style)}
          label={text}
          name={t('removeFilter', { name: text })}
          end={<IconX stroke={2} />}
          isPressed
          onClick={() => {
            const { [key]: _, ...others } = filters;
            onChange(others);
          }}
        />
      ))}
    </FilterChips>
  );
}
