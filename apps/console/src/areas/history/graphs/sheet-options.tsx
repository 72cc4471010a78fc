import {
  IconArrowBackUp,
  IconArrowsVertical,
  IconColumns2,
  IconListDetails,
  IconStack2,
  IconTable,
} from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { FilterChip, FilterChips } from '../../../ui/filter-chips.tsx';
import { useOfferedPanels } from './flow-card.ts';
import { DEFAULT_OVERLAY, type Panel } from './panels.ts';
import { COMPARED, type GraphView } from './view.ts';

const icon = { size: 15, 'aria-hidden': true } as const;

interface Props {
  deviceId: string;
  view: GraphView;
  others: readonly { id: string; name: string }[];
  hasBand: boolean;
  hasTable: boolean;
  hasAll: boolean;
  onView: (view: GraphView) => void;
  onBand: () => void;
  onTable: () => void;
  onAll: () => void;
}

/** What the graphs show besides the lines, and whether several quantities share one graph. */
export function SheetOptions(props: Props) {
  const { deviceId, view, others, hasBand, hasTable, hasAll, onView, onBand, onTable, onAll } = props;
  const t = useTranslations('graphs');
  const { compare, withDevice, overlay } = view;
  return (
    <div className="flex items-center flex-wrap gap-2.5 min-w-0">
      <FilterChips label={t('options')}>
        {!overlay && (
          <FilterChip
            icon={<IconListDetails {...icon} />}
            label={t('allQuantities')}
            isPressed={hasAll}
            onClick={onAll}
          />
        )}
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
        <label className="flex items-center gap-2 bg-card px-3 rounded-4xl inset-ring inset-ring-line-strong min-h-8.5">
          <IconColumns2 {...icon} />
          <span className="sr-only">{t('second.label')}</span>
          <select
            className="text-ink text-sm font-medium max-w-56 min-h-8.5 bg-transparent"
            value={withDevice ?? ''}
            onChange={({ currentTarget: { value } }) => onView({ ...view, withDevice: value || undefined })}
          >
            <option className="bg-card" value="">
              {t('second.none')}
            </option>
            {others.map(({ id, name }) => (
              <option className="bg-card" key={id} value={id}>
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
    <FilterChips label={t('overlay.quantities')} className="basis-full">
      {panels.map(({ id, colour }) => (
        <FilterChip
          key={id}
          icon={<i className="w-3.5 h-1 rounded-sm" style={{ background: `var(${colour})` }} />}
          label={t(`panel.${id}`)}
          isPressed={chosen.includes(id)}
          onClick={() => toggle(id)}
        />
      ))}
    </FilterChips>
  );
}
