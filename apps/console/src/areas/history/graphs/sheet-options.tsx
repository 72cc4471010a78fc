import {
  IconArrowBackUp,
  IconArrowsVertical,
  IconColumns2,
  IconStack2,
  IconTable,
} from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { FilterChip, FilterChips } from '../../../ui/filter-chips.tsx';
import { useOfferedPanels } from './flow-card.ts';
import { DEFAULT_OVERLAY, type Panel } from './panels.ts';
import classes from './toolbar.module.css';
import { COMPARED, type GraphView } from './view.ts';

const icon = { size: 15, 'aria-hidden': true } as const;

interface Props {
  deviceId: string;
  view: GraphView;
  others: readonly { id: string; name: string }[];
  hasBand: boolean;
  hasTable: boolean;
  onView: (view: GraphView) => void;
  onBand: () => void;
  onTable: () => void;
}

/** What the graphs show besides the lines, and whether several quantities share one graph. */
export function SheetOptions(props: Props) {
  const { deviceId, view, others, hasBand, hasTable, onView, onBand, onTable } = props;
  const t = useTranslations('graphs');
  const { compare, withDevice, overlay } = view;
  return (
    <div className="row wrap gap-4 shrink">
      <FilterChips label={t('options')}>
        {COMPARED.map((name) => (
          <FilterChip
            key={name}
            icon={<IconArrowBackUp {...icon} />}
            label={t(`compare.${name}`)}
            isPressed={compare === name}
            onClick={() => onView({ ...view, compare: compare === name ? undefined : name })}
          />
        ))}
        <FilterChip
          icon={<IconArrowsVertical {...icon} />}
          label={t('band')}
          isPressed={hasBand}
          onClick={onBand}
        />
        <FilterChip
          icon={<IconStack2 {...icon} />}
          label={t('overlay.show')}
          isPressed={overlay !== undefined}
          onClick={() => onView({ ...view, overlay: overlay ? undefined : DEFAULT_OVERLAY })}
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
            onChange={({ currentTarget: { value } }) => onView({ ...view, withDevice: value || undefined })}
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
      {overlay && (
        <Quantities
          deviceId={deviceId}
          chosen={overlay}
          onChoose={(next) => onView({ ...view, overlay: next })}
        />
      )}
    </div>
  );
}

interface QuantitiesProps {
  deviceId: string;
  chosen: readonly Panel['id'][];
  onChoose: (chosen: readonly Panel['id'][] | undefined) => void;
}

/** The quantities of the one graph. Without any, each has its own graph again. */
function Quantities({ deviceId, chosen, onChoose }: QuantitiesProps) {
  const t = useTranslations('graphs');
  const panels = useOfferedPanels(deviceId);
  const toggle = (id: Panel['id']) => {
    const next = panels.map((panel) => panel.id).filter((each) => chosen.includes(each) !== (each === id));
    onChoose(next.length > 0 ? next : undefined);
  };
  return (
    <FilterChips label={t('overlay.quantities')} className={classes.quantities}>
      {panels.map(({ id, colour }) => (
        <FilterChip
          key={id}
          icon={<i className={classes.swatch} style={{ background: `var(${colour})` }} />}
          label={t(`panel.${id}`)}
          isPressed={chosen.includes(id)}
          onClick={() => toggle(id)}
        />
      ))}
    </FilterChips>
  );
}
