import { FleetSort } from '@manoboard/contract/fleet/fleet';
import { IconArrowsSort, IconCheck } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/button.tsx';
import { Dropdown, DropdownItem } from '../../../ui/dropdown.tsx';
import type { FleetFilters } from './api.ts';

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

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
      opener={
        <Button variant="default" size="tool" icon={<IconArrowsSort {...icon} />}>
          {t('sort')}
        </Button>
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
