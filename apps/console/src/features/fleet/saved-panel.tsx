import { Button, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { IconX } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { DropdownItem, DropdownLabel, DropdownLine } from '../../ui/dropdown.tsx';
import type { FleetFilters } from './api.ts';
import classes from './fleet.module.css';
import { useSavedFilters } from './stored-choices.ts';

const MOST_CHARACTERS = 40;

interface Props {
  userId: number;
  filters: FleetFilters;
  onChoose: (filters: FleetFilters) => void;
  onDone: () => void;
}

/** Named filters of this user in this browser. */
export function SavedPanel({ userId, filters, onChoose, onDone }: Props) {
  const t = useTranslations('fleet');
  const { saved, save, remove } = useSavedFilters(userId);
  return (
    <>
      {saved.length === 0 && <DropdownLabel>{t('savedEmpty')}</DropdownLabel>}
      {saved.map((one) => (
        <div key={one.name} className={classes.saved}>
          <DropdownItem
            onClick={() => {
              onChoose(one.filters);
              onDone();
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
          onDone();
        }}
      />
    </>
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
