import type { Gallery } from './gallery.tsx';
import { Sparkline } from './sparkline.tsx';

const TREND = [0.35, 0.4, 0.3, 0.55, 0.6, 0.52, 0.7].map((y, at) => ({ x: at / 6, y }));
const RANGE = TREND.map((point) => ({ ...point, low: point.y * 0.7, high: point.y * 0.7 + 0.3 }));
const colour = 'var(--c-pressure)';

export const values: Gallery = () => ({
  Sparkline: {
    lines: <Sparkline lines={[TREND]} colour={colour} />,
    'lines={[…, …]}': <Sparkline lines={[TREND.slice(0, 3), TREND.slice(4)]} colour={colour} />,
    'low, high': <Sparkline lines={[RANGE]} colour={colour} />,
    'mark={0.4} size="small"': <Sparkline lines={[TREND]} mark={0.4} size="small" colour={colour} />,
    'lines={[]}': <Sparkline lines={[]} colour={colour} />,
  },
});
