import { type Converter, hasPressureSource } from '@manoboard/domain/fc/faults';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import {
  type PressureSettings,
  useConfigRetry,
  useIsConfiguredElsewhere,
  usePressureSettings,
} from '../../../device/device-config.ts';
import { useDeviceName } from '../../../device/device-name.tsx';
import { useActualPressure } from '../../../device/use-quantity.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Gauge } from '../../../ui/gauge.tsx';
import { PastAge } from '../../../ui/past-age.tsx';
import { type OpenedPressure, useOpenedPressure } from './api.ts';
import { PressureMode } from './pressure-mode.tsx';
import { PressureStepper } from './pressure-stepper.tsx';
import { usePressureDraft } from './use-pressure-draft.ts';
import { useRequiredPressure } from './use-required-pressure.ts';

interface Props {
  deviceId: string;
  converter: Converter;
}

/** The actual pressure, and the control of the required one. */
export function PressureCard({ deviceId, converter }: Props) {
  const t = useTranslations('pressure');
  const headingId = useId();
  const device = useDeviceName(deviceId);
  const settings = usePressureSettings(deviceId);
  const opened = useOpenedPressure(deviceId);
  return (
    <Card
      className="@container/press flex flex-col [--gauge:17.5rem] [--stepper:7.45rem] max-sm:[--gauge:10rem] max-sm:[--stepper:7.2rem]"
      aria-labelledby={headingId}
    >
      <div className="flex items-center flex-wrap justify-between gap-2 min-h-9 mb-1.5 pointer-coarse:min-h-11.5 max-sm:mb-0">
        <h2 className="text-lg font-semibold tracking-tight" id={headingId}>
          {t('title')}
        </h2>
        <span className="truncate min-w-0 text-dim text-md flex-[1_1_4rem]">{device}</span>
        {/* R5.4: only some converters have this mode. */}
        {hasPressureSource(converter) && <PressureMode key={deviceId} deviceId={deviceId} opened={opened} />}
      </div>
      {settings ? (
        <RequiredPressure key={deviceId} deviceId={deviceId} settings={settings} opened={opened} />
      ) : (
        <NoSettings deviceId={deviceId} />
      )}
    </Card>
  );
}

/** Why the pressure cannot be set: settings loading, failed, or configured elsewhere. */
function NoSettings({ deviceId }: { deviceId: string }) {
  const t = useTranslations();
  const isConfiguredElsewhere = useIsConfiguredElsewhere(deviceId);
  const retry = useConfigRetry(deviceId);
  if (retry)
    return (
      <div
        className="py-12 text-center text-dim text-md m-auto [&_p]:mb-3 data-[loading=true]:grid data-[loading=true]:p-0 data-[loading=true]:content-center data-[loading=true]:justify-center data-[loading=true]:min-h-[calc(min(100cqi,var(--gauge))_*_172/220_+_var(--stepper))] @max-[18.5rem]/press:data-[loading=true]:min-h-[calc(100cqi_*_172/220_+_var(--stepper)_+_4.55rem)]"
        role="alert"
      >
        <p>{t('pressure.failed')}</p>
        <Button variant="default" onClick={retry}>
          {t('common.retry')}
        </Button>
      </div>
    );
  return (
    <p
      className="py-12 text-center text-dim text-md m-auto [&_p]:mb-3 data-[loading=true]:grid data-[loading=true]:p-0 data-[loading=true]:content-center data-[loading=true]:justify-center data-[loading=true]:min-h-[calc(min(100cqi,var(--gauge))_*_172/220_+_var(--stepper))] @max-[18.5rem]/press:data-[loading=true]:min-h-[calc(100cqi_*_172/220_+_var(--stepper)_+_4.55rem)]"
      role="status"
      data-loading={!isConfiguredElsewhere}
    >
      {t(isConfiguredElsewhere ? 'problem.CONFIG_UNKNOWN' : 'pressure.loading')}
    </p>
  );
}

interface RequiredProps {
  deviceId: string;
  settings: PressureSettings;
  opened: OpenedPressure;
}

function RequiredPressure({ deviceId, settings, opened }: RequiredProps) {
  const required = useRequiredPressure(deviceId, settings, opened);
  const draft = usePressureDraft(required.requestedBar ?? required.reportedBar, settings.bounds);
  return (
    <>
      <ActualPressure deviceId={deviceId} settings={settings} targetBar={draft.bar} />
      <PressureStepper
        device={useDeviceName(deviceId)}
        required={required}
        draft={draft}
        bounds={settings.bounds}
      />
    </>
  );
}

/** The scale ends this factor above the highest permitted pressure, but not above the sensor's range. */
const HEADROOM = 1.4;
const MAX_TICKS = 9;
const TICKS = [1, 2, 5, 10, 20, 50, 100, 200];

/** The end of the scale and the distance of its ticks, both round numbers. */
export function gaugeScale({ bounds, sensorMaxBar }: Pick<PressureSettings, 'bounds' | 'sensorMaxBar'>) {
  const highest = Math.max(1, Math.min(bounds.max * HEADROOM, sensorMaxBar));
  const tick = TICKS.find((step) => highest / step <= MAX_TICKS) ?? 500;
  return { tick, end: Math.ceil(highest / tick) * tick };
}

interface ActualProps {
  deviceId: string;
  settings: PressureSettings;
  targetBar: number | undefined;
}

function ActualPressure({ deviceId, settings, targetBar }: ActualProps) {
  const t = useTranslations('pressure');
  const { shown, value } = useActualPressure(deviceId);
  return (
    <div className="relative w-full max-w-(--gauge) m-auto">
      <Gauge
        {...gaugeScale(settings)}
        value={value}
        target={targetBar}
        band={settings.bounds}
        isStale={shown.freshness !== 'live'}
      />
      <p
        className="group/actual absolute text-center inset-x-0 top-[44%] bottom-auto"
        data-freshness={shown.freshness}
      >
        <span className="tabular-nums block font-bold text-hero tracking-[-0.045em] leading-none max-sm:text-state group-[:not([data-freshness='live'])]/actual:text-dim group-[:not([data-freshness='live'])]/actual:font-regular">
          {shown.text ?? '–'}
        </span>
        <span className="block text-dim text-sm mt-1 max-sm:max-w-21.5 max-sm:mx-auto max-sm:mt-0.5 max-sm:mb-0 max-sm:text-xs max-sm:leading-tight">
          {shown.text === null ? shown.missing : t('actual', { unit: shown.unit })}
        </span>
        {shown.freshness === 'stale' && (
          <span className="block text-dim text-sm mt-1 max-sm:max-w-21.5 max-sm:mx-auto max-sm:mt-0.5 max-sm:mb-0 max-sm:text-xs max-sm:leading-tight">
            <PastAge {...shown} />
          </span>
        )}
      </p>
    </div>
  );
}
