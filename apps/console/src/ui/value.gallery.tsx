import type { ComponentProps } from 'react';
import { eachOf, type Gallery, sampleIcon } from './gallery.tsx';
import { Value, ValueRow } from './value.tsx';

export const values: Gallery = (t) => {
  const show = (props: Partial<ComponentProps<typeof Value>>) => (
    <dl>
      <Value
        label={t('device.field.pressure')}
        text="4.21"
        unit="bar"
        missing={t('common.notAvailable')}
        freshness="live"
        {...props}
      />
    </dl>
  );
  const stale = { freshness: 'stale', past: t('age.past'), age: '4 min' } as const;
  const word = { text: t('device.controlMode.remote'), unit: undefined };
  return {
    Value: {
      ...eachOf('size', ['small', 'large'], (size) => show({ size, icon: sampleIcon })),
      'size="small" freshness="stale"': show(stale),
      'size="large" freshness="stale"': show({ ...stale, size: 'large' }),
      'freshness="never"': show({ text: null, freshness: 'never' }),
      'size="large" isWord': show({ ...word, size: 'large', isWord: true }),
    },
    ValueRow: {
      action: (
        <ValueRow
          label={t('device.field.pressure')}
          text="4.21"
          unit="bar"
          missing={t('common.notAvailable')}
          icon={sampleIcon}
          action={sampleIcon}
          {...stale}
        />
      ),
    },
  };
};
