import { can } from '@manoboard/domain/policy';
import { IconAdjustments, IconArrowLeft, IconDownload, IconStethoscope } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import type { KnownDevice } from '../../features/devices/use-devices.ts';
import { UpdateNotice, WhenUpdateOffered } from '../../features/firmware/update-notice.tsx';
import { PumpWord } from '../../features/pump-control/pump-word.tsx';
import { paths } from '../../lib/paths.ts';
import { ToolTexts } from '../../lib/tool-texts.tsx';
import { DropdownLine, dropdownItemClass } from '../../ui/dropdown.tsx';
import { type DeviceTool, isPageTool, type PageTool } from '../device-search.ts';
import { usePerson } from '../use-person.ts';
import classes from './device-pages.module.css';

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

interface ToolLinkProps {
  deviceId: string;
  tool: DeviceTool;
  className?: string | undefined;
  onClick?: () => void;
  children: ReactNode;
}

const ToolLink = ({ deviceId, tool, ...link }: ToolLinkProps) => (
  <Link to={paths.overview} search={{ device: deviceId, tool }} resetScroll={false} {...link} />
);

/** In the device's menu, above what is about its owner. */
export function DeviceToolItems({ device, close }: { device: KnownDevice; close: () => void }) {
  const t = useTranslations('deviceTools');
  const about = { deviceId: device.id, className: dropdownItemClass, onClick: close };
  return (
    <>
      <WhenUpdateOffered deviceId={device.id}>
        <ToolLink {...about} tool="update">
          <IconDownload {...icon} />
          {t('update')}
        </ToolLink>
      </WhenUpdateOffered>
      <ToolLink {...about} tool="config">
        <IconAdjustments {...icon} />
        {t('config')}
      </ToolLink>
      <ToolLink {...about} tool="diagnostics">
        <IconStethoscope {...icon} />
        {t('diagnostics')}
      </ToolLink>
      <DropdownLine />
    </>
  );
}

/** R4.2: above the device's values. */
export const DeviceUpdateNotice = ({ deviceId }: { deviceId: string }) => (
  <UpdateNotice
    deviceId={deviceId}
    link={(text) => (
      <ToolLink deviceId={deviceId} tool="update" className={classes.inBanner}>
        {text}
      </ToolLink>
    )}
  />
);

interface ToolProps {
  device: KnownDevice;
  roles: readonly string[];
  onClose: () => void;
}

/** Each is loaded when it is asked for. */
const tools: Record<DeviceTool, ComponentType<ToolProps>> = {
  update: lazy(async () => {
    const { UpdateDialog } = await import('../../features/firmware/update-dialog.tsx');
    return {
      default: ({ device, roles, onClose }: ToolProps) => (
        <UpdateDialog
          deviceId={device.id}
          canUpdate={can('update_firmware', roles, device.relation)}
          onClose={onClose}
        />
      ),
    };
  }),
  diagnostics: lazy(async () => {
    const { DiagnosticsChooser } = await import('../../features/diagnostics/diagnostics-chooser.tsx');
    return {
      default: ({ device, onClose }: ToolProps) => (
        <DiagnosticsChooser
          onClose={onClose}
          link={(tool, className, children) => (
            <ToolLink deviceId={device.id} tool={tool} className={className}>
              {children}
            </ToolLink>
          )}
        />
      ),
    };
  }),
  values: lazy(async () => {
    const { BasicDiagnostics } = await import('../../features/diagnostics/basic-diagnostics.tsx');
    return { default: ({ device }: ToolProps) => <BasicDiagnostics deviceId={device.id} /> };
  }),
  registers: lazy(async () => {
    const { RegisterPage } = await import('../../features/registers/register-page.tsx');
    return {
      default: ({ device, roles }: ToolProps) => (
        <RegisterPage deviceId={device.id} canWrite={can('write_register', roles, device.relation)} />
      ),
    };
  }),
  inverter: lazy(async () => {
    const { InverterInfo } = await import('../../features/diagnostics/inverter-info.tsx');
    return { default: ({ device }: ToolProps) => <InverterInfo deviceId={device.id} /> };
  }),
  config: lazy(async () => {
    const { ConfigForm } = await import('../../features/config/config-form.tsx');
    return {
      default: ({ device, roles }: ToolProps) => (
        <ConfigForm
          deviceId={device.id}
          canConfigure={can('configure', roles, device.relation)}
          pump={<PumpWord deviceId={device.id} />}
        />
      ),
    };
  }),
};

/** Above a tool that has the page to itself. */
function PageHead({ deviceId, tool }: { deviceId: string; tool: PageTool }) {
  const t = useTranslations();
  const titles: Record<PageTool, string> = {
    values: t('diagnostics.values'),
    registers: t('diagnostics.registers'),
    inverter: t('diagnostics.inverter'),
    config: t('deviceTools.config'),
  };
  return (
    <div className={classes.toolHead}>
      <h2>{titles[tool]}</h2>
      <Link to={paths.overview} search={{ device: deviceId }} className={classes.back}>
        <IconArrowLeft {...icon} />
        {t('deviceTools.back')}
      </Link>
    </div>
  );
}

/** The tool that the address names; closed, the device's values remain. */
export function OpenedTool({ device, tool }: { device: KnownDevice; tool: DeviceTool }) {
  const { roles } = usePerson();
  const navigate = useNavigate();
  const close = () =>
    void navigate({ to: paths.overview, search: { device: device.id }, resetScroll: false });
  const Tool = tools[tool];
  return (
    <Suspense>
      <ToolTexts>
        {isPageTool(tool) && <PageHead deviceId={device.id} tool={tool} />}
        <Tool device={device} roles={roles} onClose={close} />
      </ToolTexts>
    </Suspense>
  );
}
