import type { Gallery } from './gallery.tsx';
import { Gauge } from './gauge.tsx';

const gauge = { value: 4.21, target: 4, end: 8, tick: 1, band: { min: 3, max: 5.5 }, isStale: false };

export const values: Gallery = () => ({
  Gauge: {
    'value={4.21}': <Gauge {...gauge} />,
    isStale: <Gauge {...gauge} isStale />,
    'value={null}': <Gauge {...gauge} value={null} />,
    'target={undefined}': <Gauge {...gauge} target={undefined} />,
  },
});
