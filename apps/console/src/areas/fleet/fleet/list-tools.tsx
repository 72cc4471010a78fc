import { MAX_WALL_PUMPS } from '@manoboard/contract/device/wall.calls';
import { FleetSort } from '@manoboard/contract/fleet/fleet';
import {
  IconArrowsSort,
  IconCheck,
  IconCurrentLocation,
  IconDeviceTv,
  IconDots,
  IconX,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { usePosition } from '../../../lib/page/use-position.ts';
import { Button } from '../../../ui/button.tsx';
import { Dropdown, DropdownItem } from '../../../ui/dropdown.tsx';
import { FilterChip, FilterChips } from '../../../ui/filter-chips.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { FleetFilters } from './api.ts';
import type { WallDialog } from './bulk-bar.tsx';

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

interface MoreProps {
  ids: readonly string[] | undefined;
  nameOf: (id: string) => string;
  wallDialog: WallDialog;
}

/** What is seldom done with the whole list. */
export function MoreTools({ ids, nameOf, wallDialog }: MoreProps) {
  const t = useTranslations();
  const { isPossible, position, locate, forget } = usePosition();
  const [isOpen, setIsOpen] = useState(false);
  if (!ids || ids.length === 0) return null;
  // R9.1: of a longer list the first of its order.
  const pumps = () => ids.slice(0, MAX_WALL_PUMPS).map((id) => ({ id, name: nameOf(id) }));
  return (
    <>
      <Dropdown
        width="15rem"
        opener={
          <IconButton look="framed" label={t('fleet.moreTools')}>
            <IconDots size={20} stroke={1.8} aria-hidden />
          </IconButton>
        }
      >
        {(close) => (
          <>
            {isPossible && (
              <DropdownItem
                icon={<IconCurrentLocation {...icon} />}
                aria-pressed={position !== undefined}
                mark={position && <IconCheck size={18} stroke={2} aria-hidden />}
                onClick={() => {
                  close();
                  if (position) forget();
                  else void locate();
                }}
              >
                {t('place.byDistance')}
              </DropdownItem>
            )}
            <DropdownItem
              icon={<IconDeviceTv {...icon} />}
              onClick={() => {
                close();
                setIsOpen(true);
              }}
            >
              {t('fleet.bulk.wall')}
            </DropdownItem>
          </>
        )}
      </Dropdown>
      {isOpen && wallDialog({ pumps: pumps(), onClose: () => setIsOpen(false) })}
    </>
  );
}

/** R4.17: the order by distance, which a click ends, or why there is none. */
export function DistanceState() {
  const t = useTranslations();
  const { state, forget } = usePosition();
  if (state === 'off') return null;
  if (state === 'on')
    return (
      <FilterChips className="-mt-1 mb-4" label={t('fleet.sort')}>
        <FilterChip
          label={t('place.byDistance')}
          name={t('fleet.removeFilter', { name: t('place.byDistance') })}
          end={<IconX stroke={2} />}
          isPressed
          onClick={forget}
        />
      </FilterChips>
    );
  return (
    <p className="-mt-1 mb-4 text-md text-dim" role="status">
      {t(state === 'asking' ? 'fleet.locating' : `place.position.${state}`)}
    </p>
  );
}
