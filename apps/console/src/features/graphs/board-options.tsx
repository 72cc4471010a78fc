import { IconArrowBackUp, IconArrowsVertical, IconColumns2, IconTable } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { FilterChip, FilterChips } from '../../ui/filter-chips.tsx';
import classes from './toolbar.module.css';
import { COMPARED, type GraphView } from './view.ts';

const icon = { size: 15, 'aria-hidden': true } as const;

interface Props {
  view: GraphView;
  others: readonly { id: string; name: string }[];
  hasBand: boolean;
  hasTable: boolean;
  onView: (view: GraphView) => void;
  onBand: () => void;
  onTable: () => void;
}

/** What the graphs show besides the lines. */
export function BoardOptions({ view, others, hasBand, hasTable, onView, onBand, onTable }: Props) {
  const t = useTranslations('graphs');
  const { compare, withDevice, ...rest } = view;
  return (
    <div className={classes.options}>
      <FilterChips label={t('options')}>
        {COMPARED.map((name) => (
          <FilterChip
            key={name}
            icon={<IconArrowBackUp {...icon} />}
            label={t(`compare.${name}`)}
            isPressed={compare === name}
            onClick={() =>
              onView({
                ...rest,
                ...(withDevice && { withDevice }),
                ...(compare !== name && { compare: name }),
              })
            }
          />
        ))}
        <FilterChip
          icon={<IconArrowsVertical {...icon} />}
          label={t('band')}
          isPressed={hasBand}
          onClick={onBand}
        />
        <FilterChip
          icon={<IconTable {...icon} />}
          label={t('table.show')}
          isPressed={hasTable}
          onClick={onTable}
        />
      </FilterChips>
      {others.length > 0 && (
        <label className={classes.second}>
          <IconColumns2 {...icon} />
          <span className="vh">{t('second.label')}</span>
          <select
            value={withDevice ?? ''}
            onChange={({ currentTarget: { value } }) =>
              onView({ ...rest, ...(compare && { compare }), ...(value && { withDevice: value }) })
            }
          >
            <option value="">{t('second.none')}</option>
            {others.map(({ id, name }) => (
              <option key={id} value={id}>
                {name === id ? id : `${name} · ${id}`}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}
