import { Controlled, type Gallery, SAMPLE } from './gallery.tsx';
import { SortableGrid } from './sortable-grid.tsx';

export const layout: Gallery = (t) => ({
  SortableGrid: {
    items: (
      <Controlled start={[SAMPLE.id, SAMPLE.name]}>
        {(order, onReorder) => (
          <SortableGrid
            items={order.map((id) => ({ id, name: id, content: id }))}
            label={t('stats.title')}
            itemClassName="relative p-4 pr-12"
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
});
