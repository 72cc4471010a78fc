import { IconX } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/button.tsx';
import { DropdownItem, DropdownLabel, DropdownLine } from '../../../ui/dropdown.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { FleetFilters } from './api.ts';
import { useSavedFilters } from './stored-choices.ts';

const MOST_CHARACTERS = 40;

interface Props {
  filters: FleetFilters;
  onChoose: (filters: FleetFilters) => void;
  onDone: () => void;
}

/** Named filters of this user. */
export function SavedPanel({ filters, onChoose, onDone }: Props) {
  const t = useTranslations('fleet');
  const { saved, save, remove, isPending, isError, isSaving, hasFailed } = useSavedFilters();
  const status = isPending ? 'savedLoading' : isError ? 'savedUnknown' : 'savedEmpty';
  return (
    <>
      {saved.length === 0 && <DropdownLabel>{t(status)}</DropdownLabel>}
      {saved.map((one) => (
        <div key={one.name} className="flex items-center">
          <DropdownItem
            onClick={() => {
              onChoose(one.filters);
              onDone();
            }}
          >
            {one.name}
          </DropdownItem>
          <IconButton
            look="square"
            className="hover:text-stop-ink"
            label={t('deleteSaved', { name: one.name })}
            disabled={isSaving}
            onClick={() => void remove(one.name)}
          >
            <IconX size={16} stroke={2} aria-hidden />
          </IconButton>
        </div>
      ))}
      <DropdownLine />
      {hasFailed && <FormNotice kind="problem">{t('savedFailed')}</FormNotice>}
      <SaveForm
        isSaving={isSaving}
        onSave={async (name) => {
          if (await save(name, filters)) onDone();
        }}
      />
    </>
  );
}

function SaveForm({ isSaving, onSave }: { isSaving: boolean; onSave: (name: string) => void }) {
  const t = useTranslations('fleet');
  const [name, setName] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSaving && name.trim() !== '') onSave(name.trim());
  };
  return (
    <form className="grid gap-2.5 px-3 pt-2 pb-2.5" onSubmit={submit}>
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
