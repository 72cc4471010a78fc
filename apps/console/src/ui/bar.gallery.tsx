import { Bar } from './bar.tsx';
import type { Gallery } from './gallery.tsx';

const bar = { text: '40 %', isStale: false };

export const values: Gallery = (t) => ({
  Bar: {
    'share={0.4}': <Bar {...bar} label={t('device.field.analog_input_2')} share={0.4} />,
    isStale: <Bar {...bar} label={t('device.field.analog_input_2')} share={0.4} isStale />,
    'share={null}': <Bar {...bar} label={t('device.field.analog_input_2')} share={null} />,
  },
});
