import { useTranslations } from 'use-intl';
import {
  type PressureSettings,
  useConfigRetry,
  useIsConfiguredElsewhere,
  usePressureSettings,
} from '../../../device/device-config.ts';
import { useDeviceName } from '../../../device/device-name.tsx';
import { Button } from '../../../ui/button.tsx';
import { type OpenedPressure, useOpenedPressure } from './api.ts';
import { PressureStepper } from './pressure-stepper.tsx';
import { usePressureDraft } from './use-pressure-draft.ts';
import { useRequiredPressure } from './use-required-pressure.ts';

/** R5.5: the required pressure with its steps. The measured one is in the water card. */
export function PressureRow({ deviceId }: { deviceId: string }) {
  const settings = usePressureSettings(deviceId);
  const opened = useOpenedPressure(deviceId);
  return settings ? (
    <RequiredPressure key={deviceId} deviceId={deviceId} settings={settings} opened={opened} />
  ) : (
    <NoSettings deviceId={deviceId} />
  );
}

/** Why the pressure cannot be set: settings loading, failed, or configured elsewhere. */
function NoSettings({ deviceId }: { deviceId: string }) {
  const t = useTranslations();
  const isConfiguredElsewhere = useIsConfiguredElsewhere(deviceId);
  const retry = useConfigRetry(deviceId);
  return (
    <div className="flex min-h-20 flex-wrap items-center gap-x-3 gap-y-2" role={retry ? 'alert' : 'status'}>
      <b className="font-semibold">{t('pressure.title')}</b>
      <span className="text-md text-dim">
        {t(retry ? 'pressure.failed' : isConfiguredElsewhere ? 'problem.CONFIG_UNKNOWN' : 'pressure.loading')}
      </span>
      {retry && (
        <Button variant="default" onClick={retry}>
          {t('common.retry')}
        </Button>
      )}
    </div>
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
    <PressureStepper
      device={useDeviceName(deviceId)}
      required={required}
      draft={draft}
      bounds={settings.bounds}
    />
  );
}
