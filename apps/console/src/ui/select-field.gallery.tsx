import { Controlled, type Gallery, sampleIcon } from './gallery.tsx';
import { SelectField } from './select-field.tsx';

export const lists: Gallery = (t) => {
  const options = (['running', 'waiting', 'stopped'] as const).map((value) => ({
    value,
    label: t(`pump.state.${value}`),
  }));
  return {
    SelectField: {
      icon: (
        <Controlled<(typeof options)[number]['value']> start="running">
          {(value, onChange) => (
            <SelectField
              value={value}
              options={options}
              onChange={onChange}
              label={t('gallery.sample.filter')}
              icon={sampleIcon}
            />
          )}
        </Controlled>
      ),
    },
  };
};
