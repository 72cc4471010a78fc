import { IconCalendar } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { pumpStatusStyles } from '../../../../device/pump-status.tsx';
import { ColumnHead } from '../../../../ui/column-head.tsx';
import { FilterChip, FilterChips } from '../../../../ui/filter-chips.tsx';
import { SearchField } from '../../../../ui/search-field.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { VirtualRows } from '../../../../ui/virtual-rows.tsx';
import { type GalleryEntry, SAMPLE_DEVICE } from '../gallery-entry.ts';

function SearchSample({ text, shortcut }: { text: string; shortcut?: string }) {
  const t = useTranslations('gallery.sample');
  const [value, setValue] = useState(text);
  return <SearchField label={t('search')} value={value} onSearch={setValue} shortcut={shortcut} />;
}

/** A table of one column, since a head needs one. */
function HeadSample({ order, isSortable = true }: { order?: 'asc' | 'desc'; isSortable?: boolean }) {
  const t = useTranslations('gallery.sample');
  const [shown, setShown] = useState(order);
  const sort = () => setShown(shown === 'asc' ? 'desc' : 'asc');
  return (
    <table>
      <thead>
        <tr>
          <ColumnHead order={shown} onSort={isSortable ? sort : undefined}>
            {t('column')}
          </ColumnHead>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>{SAMPLE_DEVICE.id}</td>
        </tr>
      </tbody>
    </table>
  );
}

const STATES = ['running', 'waiting', 'stopped', 'offline'] as const;

function ChipSample({ count, isPressed = false }: { count?: number; isPressed?: boolean }) {
  const t = useTranslations('pump.state');
  const { number } = useFormatter();
  const [isOn, setIsOn] = useState(isPressed);
  return (
    <FilterChip
      {...pumpStatusStyles.running}
      label={t('running')}
      count={count === undefined ? undefined : number(count)}
      isPressed={isOn}
      onClick={() => setIsOn(!isOn)}
    />
  );
}

function ChipsSample() {
  const t = useTranslations();
  const [chosen, setChosen] = useState<(typeof STATES)[number]>('running');
  return (
    <FilterChips label={t('gallery.sample.filter')}>
      {STATES.map((state) => (
        <FilterChip
          key={state}
          {...pumpStatusStyles[state]}
          label={t(`pump.state.${state}`)}
          isPressed={chosen === state}
          onClick={() => setChosen(state)}
        />
      ))}
    </FilterChips>
  );
}

function SelectSample({ icon }: { icon?: ReactNode }) {
  const t = useTranslations();
  const [value, setValue] = useState<(typeof STATES)[number]>('running');
  const options = STATES.map((state) => ({ value: state, label: t(`pump.state.${state}`) }));
  return (
    <SelectField
      label={t('gallery.sample.filter')}
      icon={icon}
      value={value}
      options={options}
      onChange={setValue}
    />
  );
}

export const listEntries: readonly GalleryEntry[] = [
  {
    name: 'SearchField',
    path: 'ui/search-field.tsx',
    states: [
      { code: 'value=""', render: () => <SearchSample text="" /> },
      { code: 'value="GD10"', render: () => <SearchSample text="GD10" /> },
      { code: 'shortcut="/"', render: () => <SearchSample text="" shortcut="/" /> },
    ],
  },
  {
    name: 'SelectField',
    path: 'ui/select-field.tsx',
    states: [
      { code: 'options', render: () => <SelectSample /> },
      {
        code: 'icon',
        render: () => <SelectSample icon={<IconCalendar size={18} stroke={1.7} aria-hidden />} />,
      },
    ],
  },
  {
    name: 'ColumnHead',
    path: 'ui/column-head.tsx',
    states: [
      { code: 'order="asc"', render: () => <HeadSample order="asc" /> },
      { code: 'order="desc"', render: () => <HeadSample order="desc" /> },
      { code: 'onSort', render: () => <HeadSample /> },
      { code: 'onSort={undefined}', render: () => <HeadSample isSortable={false} /> },
    ],
  },
  {
    name: 'FilterChips',
    path: 'ui/filter-chips.tsx',
    states: [{ code: 'children', render: () => <ChipsSample /> }],
  },
  {
    name: 'FilterChip',
    path: 'ui/filter-chips.tsx',
    states: [
      { code: 'isPressed={false}', render: () => <ChipSample /> },
      { code: 'isPressed', render: () => <ChipSample isPressed /> },
      { code: 'count="1,284"', render: () => <ChipSample count={1284} /> },
    ],
  },
  {
    name: 'VirtualRows',
    path: 'ui/virtual-rows.tsx',
    states: [
      {
        code: 'items={["GD10", "GD20"]}',
        render: () => (
          <VirtualRows items={['GD10', 'GD20']} keyOf={String} rowPx={24}>
            {(item) => item}
          </VirtualRows>
        ),
      },
    ],
  },
];
