import { Controlled, type Gallery, sampleIcon } from './gallery.tsx';
import { SortableList } from './sortable-list.tsx';
import { ValueRow } from './value.tsx';

const METERS = ['electro_meter', 'motor_operating_hours'] as const;

export const layout: Gallery = (t) => {
  const row = {
    text: '1 284',
    missing: t('common.notAvailable'),
    freshness: 'live',
    icon: sampleIcon,
  } as const;
  return {
    SortableList: {
      items: (
        <Controlled<string[]> start={[...METERS]}>
          {(order, onReorder) => (
            <SortableList
              items={METERS.map((id) => ({
                id,
                name: t(`stats.${id}`),
                content: <ValueRow {...row} label={t(`stats.${id}`)} />,
              })).toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id))}
              label={t('stats.title')}
              texts={{
                grip: (name) => t('order.grip', { name }),
                instructions: t('order.instructions'),
                lifted: (name) => t('order.lifted', { name }),
                moved: (name, place, count) => t('order.moved', { name, place, count }),
                dropped: (name, place, count) => t('order.dropped', { name, place, count }),
                cancelled: (name) => t('order.cancelled', { name }),
              }}
              onReorder={onReorder}
            />
          )}
        </Controlled>
      ),
    },
  };
};
