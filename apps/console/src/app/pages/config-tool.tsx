import { can } from '@manoboard/domain/access/policy';
import { IconClipboardCheck } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import type { KnownDevice } from '../../areas/pump/devices/use-devices.ts';
import { PumpStateText } from '../../areas/pump/pump-control/pump-state-text.tsx';
import { ConfigForm } from '../../areas/service/config/config-form.tsx';
import { ZoneCard } from '../../areas/service/config/zone-card.tsx';
import { Card } from '../../ui/card.tsx';
import classes from './device-pages.module.css';
import { ToolLink } from './device-tool-links.tsx';
import { UnsavedGuard } from './unsaved-guard.tsx';

interface Props {
  device: KnownDevice;
  roles: readonly string[];
  userId: number;
}

/** The settings of a device in one script file: each further file adds bytes to the first load. */
export function ConfigTool({ device, roles, userId }: Props) {
  const t = useTranslations('deviceTools');
  return (
    <>
      <UnsavedGuard />
      <ConfigForm
        deviceId={device.id}
        name={device.name}
        userId={userId}
        canConfigure={can('configure', roles, device.relation)}
        pump={<PumpStateText deviceId={device.id} />}
      />
      <Card className={classes.commissioning} aria-label={t('commissioning')}>
        <ToolLink deviceId={device.id} tool="commissioning" className={classes.back}>
          <IconClipboardCheck size={18} stroke={1.7} aria-hidden />
          {t('commissioning')}
        </ToolLink>
      </Card>
      <ZoneCard device={device} canSet={can('set_zone', roles, device.relation)} />
    </>
  );
}
