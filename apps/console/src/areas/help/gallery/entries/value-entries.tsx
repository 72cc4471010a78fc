import { IconGauge } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { pumpStatusStyles } from '../../../../device/pump-status.tsx';
import { useAgeText } from '../../../../lib/texts/format.ts';
import { Bar } from '../../../../ui/bar.tsx';
import { Gauge } from '../../../../ui/gauge.tsx';
import { Gear } from '../../../../ui/gear.tsx';
import { PastAge } from '../../../../ui/past-age.tsx';
import { ProgressBar } from '../../../../ui/progress-bar.tsx';
import { Sparkline } from '../../../../ui/sparkline.tsx';
import { Value } from '../../../../ui/value.tsx';
import type { GalleryEntry } from '../gallery-entry.ts';

type ValueProps = ComponentProps<typeof Value>;

/** An actual pressure of 4.21 bar, unless the state replaces it. */
function ValueSample({ ageS, ...more }: Partial<ValueProps> & { ageS?: number }) {
  const t = useTranslations();
  const { number } = useFormatter();
  const ageText = useAgeText();
  return (
    <dl>
      <Value
        label={t('device.field.pressure')}
        text={number(4.21)}
        unit="bar"
        missing={t('common.notAvailable')}
        freshness="live"
        {...(ageS !== undefined && { age: ageText(ageS) })}
        {...more}
      />
    </dl>
  );
}

function StaleValue({ size }: { size: 'small' | 'large' }) {
  const t = useTranslations('age');
  return <ValueSample size={size} freshness="stale" past={t('past')} ageS={240} />;
}

function AgeSample({ past }: { past?: string }) {
  return <PastAge past={past} age={useAgeText()(240)} />;
}

function BarSample({ share, isStale = false }: { share: number | null; isStale?: boolean }) {
  const t = useTranslations('device');
  const { number } = useFormatter();
  const text = number(share ?? 0, { style: 'percent' });
  return <Bar label={t('field.analog_input_2')} share={share} text={text} isStale={isStale} />;
}

const TREND = [0.35, 0.4, 0.3, 0.55, 0.6, 0.52, 0.7].map((y, at) => ({ x: at / 6, y }));
const gauge = { target: 4, end: 8, tick: 1, band: { min: 3, max: 5.5 }, isStale: false };
const RANGE = TREND.map((point) => ({ ...point, low: point.y * 0.7, high: point.y * 0.7 + 0.3 }));

export const valueEntries: readonly GalleryEntry[] = [
  {
    name: 'Value',
    path: 'ui/value.tsx',
    states: [
      { code: 'freshness="live"', render: () => <ValueSample /> },
      { code: 'freshness="stale"', render: () => <StaleValue size="small" /> },
      { code: 'freshness="never"', render: () => <ValueSample text={null} freshness="never" /> },
      {
        code: 'size="large" freshness="live"',
        render: () => <ValueSample size="large" ageS={0} icon={<IconGauge size={18} aria-hidden />} />,
      },
      { code: 'size="large" freshness="stale"', render: () => <StaleValue size="large" /> },
      {
        code: 'size="large" isWord',
        render: (t) => (
          <ValueSample size="large" isWord text={t('device.controlMode.remote')} unit={undefined} />
        ),
      },
    ],
  },
  {
    name: 'PastAge',
    path: 'ui/past-age.tsx',
    states: [
      { code: 'age', render: () => <AgeSample /> },
      { code: 'past age', render: (t) => <AgeSample past={t('age.past')} /> },
    ],
  },
  {
    name: 'Bar',
    path: 'ui/bar.tsx',
    states: [
      { code: 'share={0.4}', render: () => <BarSample share={0.4} /> },
      { code: 'share={1}', render: () => <BarSample share={1} /> },
      { code: 'isStale', render: () => <BarSample share={0.4} isStale /> },
      { code: 'share={null}', render: () => <BarSample share={null} /> },
    ],
  },
  {
    name: 'ProgressBar',
    path: 'ui/progress-bar.tsx',
    states: [0, 40, 100].map((percent) => ({
      code: `percent={${percent}}`,
      render: (t) => <ProgressBar label={t('deviceTools.update')} percent={percent} />,
    })),
  },
  {
    name: 'Gauge',
    path: 'ui/gauge.tsx',
    states: [
      { code: 'value={4.21}', render: () => <Gauge {...gauge} value={4.21} /> },
      { code: 'isStale', render: () => <Gauge {...gauge} value={4.21} isStale /> },
      { code: 'value={null}', render: () => <Gauge {...gauge} value={null} /> },
      { code: 'target={undefined}', render: () => <Gauge {...gauge} value={4.21} target={undefined} /> },
    ],
  },
  {
    name: 'Gear',
    path: 'ui/gear.tsx',
    states: [
      { code: 'tone="run" turnS={4}', render: () => <Gear {...pumpStatusStyles.running} turnS={4} /> },
      { code: 'tone="wait"', render: () => <Gear {...pumpStatusStyles.waiting} /> },
      { code: 'tone="stop"', render: () => <Gear {...pumpStatusStyles.stopped} /> },
      { code: 'tone="off"', render: () => <Gear {...pumpStatusStyles.offline} /> },
      { code: 'size="small"', render: () => <Gear {...pumpStatusStyles.running} size="small" /> },
    ],
  },
  {
    name: 'Sparkline',
    path: 'ui/sparkline.tsx',
    states: [
      { code: 'lines', render: () => <Sparkline lines={[TREND]} colour="var(--c-pressure)" /> },
      {
        code: 'lines={[…, …]}',
        render: () => <Sparkline lines={[TREND.slice(0, 3), TREND.slice(4)]} colour="var(--c-freq)" />,
      },
      { code: 'low, high', render: () => <Sparkline lines={[RANGE]} colour="var(--c-pressure)" /> },
      {
        code: 'mark={0.4} size="small"',
        render: () => <Sparkline lines={[TREND]} mark={0.4} size="small" colour="var(--c-pressure)" />,
      },
      { code: 'lines={[]}', render: () => <Sparkline lines={[]} colour="var(--off)" /> },
    ],
  },
];
