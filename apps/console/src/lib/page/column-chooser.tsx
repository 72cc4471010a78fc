import { IconColumns3 } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Dropdown } from '../../ui/dropdown.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { parseIds } from './stored-ids.ts';

interface Named {
  key: string;
  label: string;
}

const keyOf = (table: string) => `columns ${table}`;

/** The columns of a table that this browser has switched off. */
export function useChosenColumns(table: string, names: readonly Named[]) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(
    () => new Set(parseIds(localStorage.getItem(keyOf(table)))),
  );
  return {
    names,
    hidden,
    toggle(key: string) {
      const next = new Set(hidden);
      if (!next.delete(key)) next.add(key);
      setHidden(next);
      localStorage.setItem(keyOf(table), JSON.stringify([...next]));
    },
  };
}

/** Switches columns of a table on and off. */
export function ColumnChooser({ names, hidden, toggle }: ReturnType<typeof useChosenColumns>) {
  const t = useTranslations('common');
  return (
    <Dropdown
      width="14rem"
      opener={
        <IconButton look="framed" label={t('columns')} title={t('columns')}>
          <IconColumns3 size={18} stroke={1.7} aria-hidden />
        </IconButton>
      }
    >
      {() =>
        names.map(({ key, label }) => (
          <div key={key} className="px-2 py-0.5">
            <Checkbox label={label} checked={!hidden.has(key)} onChange={() => toggle(key)} />
          </div>
        ))
      }
    </Dropdown>
  );
}
