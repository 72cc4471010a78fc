import { can } from '@manoboard/domain/access/policy';
import { IconClipboardCheck } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import type { KnownDevice } from '../../areas/pump/devices/use-devices.ts';
import { PumpStateText } from '../../areas/pump/pump-control/pump-state-text.tsx';
import { ConfigForm } from '../../areas/service/config/config-form.tsx';
import { ZoneCard } from '../../areas/service/config/zone-card.tsx';
import { PumpCardPage } from '../../areas/service/pump-card/pump-card-page.tsx';
import { Card } from '../../ui/card.tsx';
import { FilterChip, FilterChips } from '../../ui/filter-chips.tsx';
import { ToolLink } from './device-tool-links.tsx';
import { UnsavedGuard } from './unsaved-guard.tsx';

interface Props {
  device: KnownDevice;
  roles: readonly string[];
  userId: number;
  /** The part of the settings. */
  view: string | undefined;
  onView: (view: string) => void;
}

const PUMP = 'pump';
/** The settings of a device in one script file, but for the pump card: each further file adds bytes to the first load. */
export function ConfigTool({ device, roles, userId, view, onView }: Props) {
  const t = useTranslations();
  const isPump = view === PUMP;
  const canConfigure = can('configure', roles, device.relation);
  return (
    <>
      <UnsavedGuard />
      <FilterChips label={t('config.parts.label')} className="mb-gutter">
        <FilterChip label={t('config.parts.control')} isPressed={!isPump} onClick={() => onView('control')} />
        <FilterChip label={t('config.parts.pump')} isPressed={isPump} onClick={() => onView(PUMP)} />
      </FilterChips>
      {isPump ? (
        <PumpCardPage device={device} canConfigure={canConfigure} />
      ) : (
        <ConfigForm
          deviceId={device.id}
          name={device.name}
          userId={userId}
          canConfigure={canConfigure}
          pump={<PumpStateText deviceId={device.id} />}
        />
      )}
      <Card className="mt-gutter" aria-label={t('deviceTools.commissioning')}>
        <ToolLink
          deviceId={device.id}
          tool="commissioning"
          className="underline inline-flex items-center gap-2 text-link text-md font-medium pointer-coarse:-my-2.5 pointer-coarse:py-3"
        >
          <IconClipboardCheck size={18} stroke={1.7} aria-hidden />
          {t('deviceTools.commissioning')}
        </ToolLink>
      </Card>
      {!isPump && <ZoneCard device={device} canSet={can('set_zone', roles, device.relation)} />}
    </>
  );
}
