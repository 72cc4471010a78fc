import { FleetSort } from '@manoboard/contract/nouns/fleet';
import { Button, TextInput } from '@mantine/core';
import { IconArrowsSort, IconBookmark, IconCheck, IconColumns3, IconX } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Dropdown, DropdownItem, DropdownLabel, DropdownLine } from '../../ui/dropdown.tsx';
import type { FleetFilters } from './api.ts';
import classes from './fleet.module.css';
import { COLUMNS, type useColumns, useSavedFilters } from './stored-choices.ts';

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;
const MOST_CHARACTERS = 40;

interface SavedProps {
  userId: number;
  filters: FleetFilters;
  onChoose: (filters: FleetFilters) => void;
}

/** Named filters of this user in this browser. */
export function SavedFilters({ userId, filters, onChoose }: SavedProps) {
  const t = useTranslations('fleet');
  const { saved, save, remove } = useSavedFilters(userId);
  return (
    <Dropdown
      width="19rem"
      openerClass={classes.tool}
      opener={
        <>
          <IconBookmark {...icon} />
          {t('saved')}
        </>
      }
    >
      {(close) => (
        <>
          {saved.length === 0 && <DropdownLabel>{t('savedEmpty')}</DropdownLabel>}
          {saved.map((one) => (
            <div key={one.name} className={classes.saved}>
              <DropdownItem
                onClick={() => {
                  onChoose(one.filters);
                  close();
                }}
              >
                {one.name}
              </DropdownItem>
              <button
                type="button"
                className={classes.remove}
                aria-label={t('deleteSaved', { name: one.name })}
                onClick={() => remove(one.name)}
              >
                <IconX size={16} stroke={2} aria-hidden />
              </button>
            </div>
          ))}
          <DropdownLine />
          <SaveForm
            onSave={(name) => {
              save(name, filters);
              close();
            }}
          />
        </>
      )}
    </Dropdown>
  );
}

function SaveForm({ onSave }: { onSave: (name: string) => void }) {
  const t = useTranslations('fleet');
  const [name, setName] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') onSave(name.trim());
  };
  return (
    <form className={classes.save} onSubmit={submit}>
      <TextInput
        label={t('savedName')}
        description={t('savedWhere')}
        value={name}
        maxLength={MOST_CHARACTERS}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" variant="light" disabled={name.trim() === ''}>
        {t('save')}
      </Button>
    </form>
  );
}

export function ColumnChoice({ shown, toggle }: ReturnType<typeof useColumns>) {
  const t = useTranslations('fleet');
  return (
    <Dropdown
      width="14rem"
      openerClass={classes.tool}
      opener={
        <>
          <IconColumns3 {...icon} />
          {t('columns')}
        </>
      }
    >
      {() =>
        COLUMNS.map((column) => {
          const isShown = shown.includes(column);
          return (
            <DropdownItem
              key={column}
              aria-pressed={isShown}
              mark={isShown && <IconCheck size={18} stroke={2} aria-hidden />}
              onClick={() => toggle(column)}
            >
              {t(`column.${column}`)}
            </DropdownItem>
          );
        })
      }
    </Dropdown>
  );
}

interface SortProps {
  filters: FleetFilters;
  onChange: (filters: FleetFilters) => void;
}

/** The order for a phone, where the list has no column heads. */
export function SortChoice({ filters, onChange }: SortProps) {
  const t = useTranslations('fleet');
  const current = filters.sort ?? 'state';
  return (
    <Dropdown
      width="14rem"
      openerClass={classes.tool}
      opener={
        <>
          <IconArrowsSort {...icon} />
          {t('sort')}
        </>
      }
    >
      {(close) =>
        FleetSort.options.map((sort) => (
          <DropdownItem
            key={sort}
            aria-pressed={sort === current}
            mark={sort === current && <IconCheck size={18} stroke={2} aria-hidden />}
            onClick={() => {
              const { sort: _, order: __, ...others } = filters;
              onChange(sort === 'state' ? others : { ...others, sort });
              close();
            }}
          >
            {t(`column.${sort}`)}
          </DropdownItem>
        ))
      }
    </Dropdown>
  );
}
