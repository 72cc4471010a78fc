import { useTranslations } from 'use-intl';
import { Controlled, type Gallery } from './gallery.tsx';
import { Segmented } from './segmented.tsx';

function Choice({ start, isDisabled = false }: { start?: 'remote' | 'local'; isDisabled?: boolean }) {
  const t = useTranslations('device');
  const options = (['remote', 'local'] as const).map((value) => ({ value, label: t(`control.${value}`) }));
  return (
    <Controlled start={start}>
      {(value, onChange) => (
        <Segmented
          value={value}
          options={options}
          isDisabled={isDisabled}
          onChange={onChange}
          label={t('field.pressure_control')}
        />
      )}
    </Controlled>
  );
}

export const forms: Gallery = () => ({
  Segmented: {
    'value="remote"': <Choice start="remote" />,
    'value={undefined}': <Choice />,
    isDisabled: <Choice start="local" isDisabled />,
  },
});
