import { IconCheck, IconColumns3 } from '@tabler/icons-react';
import { Button } from '../../ui/button.tsx';
import { Dropdown, DropdownItem } from '../../ui/dropdown.tsx';
import type { Columns } from './use-columns.ts';

interface Props<Column extends string> extends Columns<Column> {
  label: string;
  nameOf: (column: Column) => string;
}

/** Which of the optional columns a table shows. */
export const ColumnChoice = <Column extends string>({ label, all, shown, toggle, nameOf }: Props<Column>) => (
  <Dropdown
    width="14rem"
    opener={
      <Button variant="default" size="tool" icon={<IconColumns3 size={18} stroke={1.7} aria-hidden />}>
        {label}
      </Button>
    }
  >
    {() =>
      all.map((column) => {
        const isShown = shown.includes(column);
        return (
          <DropdownItem
            key={column}
            aria-pressed={isShown}
            mark={isShown && <IconCheck size={18} stroke={2} aria-hidden />}
            onClick={() => toggle(column)}
          >
            {nameOf(column)}
          </DropdownItem>
        );
      })
    }
  </Dropdown>
);
