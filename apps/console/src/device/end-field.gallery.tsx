import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Controlled, type Gallery } from '../ui/gallery.tsx';
import { EndField } from './end-field.tsx';

function Sample({ day, hasError = false }: { day: string; hasError?: boolean }) {
  const t = useTranslations();
  const ref = useRef<HTMLInputElement>(null);
  return (
    <Controlled start={day}>
      {(value, setValue) => (
        <EndField
          ref={ref}
          label={t('deviceAccess.delegate.end')}
          description={t('deviceAccess.delegate.endHint')}
          error={hasError && t('validation.day_format')}
          value={value}
          onChange={({ currentTarget }) => setValue(currentTarget.value)}
        />
      )}
    </Controlled>
  );
}

export const device: Gallery = () => ({
  EndField: {
    'value=""': <Sample day="" />,
    error: <Sample day="31. 31." hasError />,
  },
});
