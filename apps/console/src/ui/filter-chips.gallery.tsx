import { FilterChip, FilterChips } from './filter-chips.tsx';
import { Controlled, type Gallery, nothing, sampleIcon } from './gallery.tsx';

const STATES = ['running', 'waiting', 'stopped'] as const;

export const lists: Gallery = (t) => {
  const chip = { tone: 'run', icon: sampleIcon, label: t('pump.state.running'), onClick: nothing } as const;
  return {
    FilterChips: {
      children: (
        <Controlled<string> start="running">
          {(chosen, choose) => (
            <FilterChips label={t('gallery.sample.filter')}>
              {STATES.map((state) => (
                <FilterChip
                  key={state}
                  label={t(`pump.state.${state}`)}
                  isPressed={state === chosen}
                  onClick={() => choose(state)}
                />
              ))}
            </FilterChips>
          )}
        </Controlled>
      ),
    },
    FilterChip: {
      'isPressed={false}': <FilterChip {...chip} isPressed={false} />,
      isPressed: <FilterChip {...chip} isPressed />,
      'look="tab"': <FilterChip {...chip} look="tab" isPressed count="4" />,
      'count="1,284"': <FilterChip {...chip} isPressed={false} count="1,284" />,
    },
  };
};
