import type { FleetPage } from '@manoboard/contract/fleet/fleet';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Button } from '../../../ui/button.tsx';
import { Dropdown } from '../../../ui/dropdown.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FilterChip, FilterChips } from '../../../ui/filter-chips.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { countsQuery, type FleetFilters, isFiltered, withoutFilters } from './api.ts';
import { MOST_CHARACTERS, searchOf, useSavedFilters } from './stored-choices.ts';

type Counts = FleetPage['counts'];

/** All devices that match the search: each is in exactly one group. */
export const countAll = ({ fault, offline, waiting, running, stopped, unknown }: Counts) =>
  fault + offline + waiting + running + stopped + unknown;

/** Tabs that everybody has; their counts come with the list. */
const FIXED = [
  { name: 'needs_person', filters: { needs_person: true } },
  { name: 'outdated', filters: { outdated: true } },
  { name: 'locked_out', filters: { locked_out: true } },
] as const satisfies { name: keyof Counts; filters: FleetFilters }[];

interface Props {
  filters: FleetFilters;
  counts: Counts | undefined;
  onChange: (filters: FleetFilters) => void;
}

/** The same filters, whatever the order of the list. */
const isSame = (one: FleetFilters, other: FleetFilters) => {
  const key = ({ sort: _, order: __, ...filters }: FleetFilters) => searchOf(filters);
  return key(one) === key(other);
};

/** Filters with their counts: those of everybody, then the saved ones of the account. */
export function FleetTabs({ filters, counts, onChange }: Props) {
  const t = useTranslations('fleet');
  const { number } = useFormatter();
  const { saved, save, remove, isSaving, hasFailed } = useSavedFilters();
  const { data } = useQuery(countsQuery(saved.map((one) => searchOf(one.filters) || 'q=')));
  const countText = (count: number | null | undefined) => (count == null ? '–' : number(count));
  const active = saved.find((one) => isSame(one.filters, filters));
  const isFixed = FIXED.some((tab) => isSame(tab.filters, filters));
  const choose = (wanted: FleetFilters) => onChange({ ...withoutFilters(filters), ...wanted });
  return (
    <FilterChips className="mb-4 gap-x-5 border-b border-line max-sm:-mx-3 max-sm:px-3" label={t('filter')}>
      <FilterChip
        look="tab"
        label={t('all')}
        count={countText(counts && countAll(counts))}
        isPressed={!isFiltered(filters)}
        onClick={() => choose({})}
      />
      {FIXED.map(({ name, filters: own }) => (
        <FilterChip
          key={name}
          look="tab"
          label={t(`tab.${name}`)}
          count={countText(counts?.[name])}
          isPressed={isSame(own, filters)}
          onClick={() => choose(own)}
        />
      ))}
      {saved.map((one, at) => (
        <span key={one.name} className="flex items-center">
          <FilterChip
            look="tab"
            label={one.name}
            count={countText(data?.totals[at])}
            isPressed={one === active}
            onClick={() => onChange(one.filters)}
          />
          {one === active && (
            <IconButton
              look="square"
              className="hover:text-stop-ink"
              label={t('deleteSaved', { name: one.name })}
              disabled={isSaving}
              onClick={() => void remove(one.name).then(() => choose({}))}
            >
              <IconX size={16} stroke={2} aria-hidden />
            </IconButton>
          )}
        </span>
      ))}
      {isFiltered(filters) && !active && !isFixed && (
        <Dropdown
          width="17rem"
          align="start"
          opener={
            <button
              type="button"
              className="inline-flex min-h-10 cursor-pointer items-center gap-1.5 text-md text-link pointer-coarse:min-h-11"
            >
              <IconPlus size={16} stroke={2} aria-hidden /> {t('save')}
            </button>
          }
        >
          {(close) => (
            <SaveForm
              isSaving={isSaving}
              hasFailed={hasFailed}
              onSave={async (name) => {
                if (await save(name, filters)) close();
              }}
            />
          )}
        </Dropdown>
      )}
    </FilterChips>
  );
}

interface SaveProps {
  isSaving: boolean;
  hasFailed: boolean;
  onSave: (name: string) => void;
}

function SaveForm({ isSaving, hasFailed, onSave }: SaveProps) {
  const t = useTranslations('fleet');
  const [name, setName] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSaving && name.trim() !== '') onSave(name.trim());
  };
  return (
    <form className="grid gap-2.5 px-3 pt-2 pb-2.5" onSubmit={submit}>
      {hasFailed && <FormNotice kind="problem">{t('savedFailed')}</FormNotice>}
      <TextField
        label={t('savedName')}
        description={t('savedWhere')}
        value={name}
        maxLength={MOST_CHARACTERS}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" variant="light" disabled={isSaving || name.trim() === ''}>
        {t(isSaving ? 'saving' : 'save')}
      </Button>
    </form>
  );
}
