import type { WaterState } from '@manoboard/contract/device/water';
import { pumpState } from '@manoboard/domain/pump/pump';
import { IconAlertTriangleFilled, IconRefresh, IconWifiOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { DeviceLink } from '../../../device/links.tsx';
import { useBrokerUp } from '../../../device/live/server-state.ts';
import { useDevice } from '../../../device/use-device.ts';
import { useRights } from '../../../device/use-rights.ts';
import { useWater, useWaterText, waterTones } from '../../../device/water.tsx';
import { useLanguage } from '../../../lib/texts/use-language.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import type { KnownDevice } from '../devices/use-devices.ts';
import { FcTrouble } from '../overview/fc-trouble.tsx';
import { RetryPanel } from '../retry/retry-panel.tsx';
import { Support } from './support.tsx';

const icon = { size: 18, stroke: 1.8, 'aria-hidden': true } as const;

/** R9.1: the next step of a person, above the water; nothing while nothing is wrong. */
export function WhatToDo({ device }: { device: KnownDevice }) {
  const t = useTranslations('water.do');
  const water = useWater(device.id, device.context);
  const { short } = useWaterText()(water);
  if (!needsPerson(water)) return null;
  const isOffline = water.tone === 'unknown';
  const Icon = isOffline ? IconWifiOff : IconAlertTriangleFilled;
  return (
    <Card
      className="grid gap-2 border-l-4 border-l-tone"
      data-tone={waterTones[water.tone]}
      aria-label={t('title')}
    >
      <div className="flex items-center gap-2 text-sm font-semibold text-tone-ink">
        <Icon size={17} aria-hidden />
        <span className="flex-1">{t('title')}</span>
        {!isOffline && (
          <DeviceLink
            deviceId={device.id}
            tool="alerts"
            className="font-medium text-dim underline pointer-coarse:-my-2 pointer-coarse:py-3"
          >
            {t('why')}
          </DeviceLink>
        )}
      </div>
      <Advice device={device} water={water} />
      {needsHelp(water) && <Support device={device} problem={short} />}
    </Card>
  );
}

const LOST: readonly WaterState['reason'][] = ['offline', 'silent', 'converter'];

/** A page that connects, and a pump without a pressure sensor, ask nothing of a person. */
const needsPerson = ({ tone, reason }: WaterState) =>
  tone === 'look' || tone === 'act' || (tone === 'unknown' && LOST.includes(reason));

/** A board that tries again, or is away, has its own next step; on a phone the switch stays on the first screen. */
const needsHelp = ({ reason, next_try }: WaterState) =>
  next_try === undefined && reason !== 'offline' && reason !== 'silent';

/** One sentence and the action of its kind. */
function Advice({ device, water }: { device: KnownDevice; water: WaterState }) {
  const t = useTranslations();
  const { canSwitch } = useRights(device.id);
  const language = useLanguage();
  const isBrokerDown = useBrokerUp() === false;
  const { reason, event, alert } = water;
  if (reason === 'offline')
    return (
      <Step
        title={t('pump.state.offline')}
        text={t(isBrokerDown ? 'device.brokerBanner' : 'water.do.offline')}
      >
        {canSwitch && <RetryPanel deviceId={device.id} />}
      </Step>
    );
  if (reason === 'fault') return <FaultAdvice device={device} />;
  if (event)
    return (
      <Step title={t(`water.do.event.${event}.title`)} text={t(`water.do.event.${event}.text`)}>
        {canSwitch && <RetryPanel deviceId={device.id} />}
      </Step>
    );
  const known = reason === 'silent' || reason === 'converter' || reason === 'no_power' ? reason : 'other';
  return (
    <Step
      title={alert?.[language] ?? t(`water.do.${known}.title`)}
      text={t(`water.do.${alert && known === 'other' ? 'alert' : known}.text`)}
    />
  );
}

/** R5.9: the reset asks first, and says that the pump will start. */
function FaultAdvice({ device }: { device: KnownDevice }) {
  const t = useTranslations('pump');
  const { canSetPressure: canReset } = useRights(device.id);
  const fault = useDevice(device.id, ({ last }) =>
    last && pumpState(last.data) === 'fault' ? (last.data.fault ?? 0) : undefined,
  );
  return (
    <>
      <div data-tone="stop">
        <FcTrouble converter={device.converter} refused={undefined} code={fault ?? 0} />
      </div>
      {canReset && (
        <div className="mt-1 grid">
          <Button
            size="touch"
            icon={<IconRefresh {...icon} />}
            render={<DeviceLink deviceId={device.id} tool="fault-reset" resetScroll={false} />}
          >
            {t('faultReset')}…
          </Button>
        </div>
      )}
    </>
  );
}

function Step({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <>
      <h2 className="text-lg font-semibold tracking-tight">{title}</h2>
      <p className="text-md leading-normal text-pretty">{text}</p>
      {children}
    </>
  );
}
