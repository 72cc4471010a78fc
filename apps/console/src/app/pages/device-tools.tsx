import { can } from '@manoboard/domain/access/policy';
import { IconArrowLeft, IconRefresh } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import type { KnownDevice } from '../../areas/pump/devices/use-devices.ts';
import { StopOffer } from '../../areas/pump/pump-control/stop-offer.tsx';
import { type DeviceTool, isPageTool, type PageTool } from '../../device/device-search.ts';
import { DeviceLink } from '../../device/links.tsx';
import { type LazyComponent, lazyComponent } from '../../lib/page/lazy-component.tsx';
import { usePageSection } from '../../lib/page/page-subject.ts';
import { paths } from '../../lib/page/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Loading } from '../../ui/notice.tsx';
import { usePerson } from '../use-person.ts';
import { isTabTool, ToolLink } from './device-tool-links.tsx';

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

interface ToolProps {
  device: KnownDevice;
  roles: readonly string[];
  userId: number;
  /** Moment in the timeline, Unix seconds. */
  at: number | undefined;
  /** What the page of the tool shows. */
  view: string | undefined;
  onView: (view: string) => void;
  onClose: () => void;
}

/** Each tool is loaded when it is opened. */
const tools: Record<DeviceTool, LazyComponent<ToolProps>> = {
  update: lazyComponent(async () => {
    const { UpdateDialog } = await import('../../areas/service/firmware/update-dialog.tsx');
    return ({ device, roles, onClose }: ToolProps) => (
      <UpdateDialog
        deviceId={device.id}
        canUpdate={can('update_firmware', roles, device.relation)}
        onClose={onClose}
      />
    );
  }),
  diagnostics: lazyComponent(async () => {
    const { DiagnosticsChooser } = await import('../../areas/service/diagnostics/diagnostics-chooser.tsx');
    return ({ device, onClose }: ToolProps) => <DiagnosticsChooser device={device} onClose={onClose} />;
  }),
  values: lazyComponent(async () => {
    const { BasicDiagnostics } = await import('../../areas/service/diagnostics/basic-diagnostics.tsx');
    return ({ device }: ToolProps) => <BasicDiagnostics deviceId={device.id} converter={device.converter} />;
  }),
  registers: lazyComponent(async () => {
    const { RegisterPage } = await import('../../areas/service/registers/register-page.tsx');
    return ({ device, roles }: ToolProps) => (
      <RegisterPage deviceId={device.id} canWrite={can('write_register', roles, device.relation)} />
    );
  }),
  inverter: lazyComponent(async () => {
    const { InverterInfo } = await import('../../areas/service/diagnostics/inverter-info.tsx');
    return ({ device }: ToolProps) => <InverterInfo deviceId={device.id} />;
  }),
  'lock-out': lazyComponent(async () => {
    const { LockOutDialog } = await import('../../areas/pump/lock-out/lock-out-dialog.tsx');
    return ({ device, userId, onClose }: ToolProps) => (
      <LockOutDialog
        device={device}
        userId={userId}
        stop={<StopOffer deviceId={device.id} name={device.name} />}
        onClose={onClose}
      />
    );
  }),
  config: lazyComponent(async () => {
    const { ConfigTool } = await import('./config-tool.tsx');
    return ({ device, roles, userId, view, onView }: ToolProps) => (
      <ConfigTool device={device} roles={roles} userId={userId} view={view} onView={onView} />
    );
  }),
  'fault-reset': lazyComponent(async () => {
    const { FaultResetDialog } = await import('../../areas/pump/fault-reset/fault-reset-dialog.tsx');
    return ({ device, onClose }: ToolProps) => (
      <FaultResetDialog
        deviceId={device.id}
        name={device.name}
        converter={device.converter}
        restart={<RestartLink deviceId={device.id} />}
        onClose={onClose}
      />
    );
  }),
  restart: lazyComponent(async () => {
    const { RestartDialog } = await import('../../areas/service/board-restart/restart-dialog.tsx');
    return ({ device, onClose }: ToolProps) => (
      <RestartDialog deviceId={device.id} name={device.name} onClose={onClose} />
    );
  }),
  graphs: lazyComponent(async () => {
    const { GraphsTool } = await import('./graphs-tool.tsx');
    return ({ device, view, onView }: ToolProps) => (
      <GraphsTool device={device} view={view} onView={onView} />
    );
  }),
  energy: lazyComponent(async () => {
    const { Energy } = await import('../../areas/history/energy/energy.tsx');
    return ({ device, view, onView }: ToolProps) => <Energy device={device} view={view} onView={onView} />;
  }),
  alerts: lazyComponent(async () => {
    const { DeviceAlerts } = await import('../../areas/alerts/list/device-alerts.tsx');
    return ({ device }: ToolProps) => <DeviceAlerts deviceId={device.id} />;
  }),
  rules: lazyComponent(async () => {
    const { RulesTool } = await import('./rules-tool.tsx');
    return ({ device, roles, view, onView }: ToolProps) => (
      <RulesTool device={device} roles={roles} view={view} onView={onView} />
    );
  }),
  commissioning: lazyComponent(async () => {
    const { CommissioningTool } = await import('./commissioning-tool.tsx');
    return ({ device, roles, view, onView }: ToolProps) => (
      <CommissioningTool device={device} roles={roles} view={view} onView={onView} />
    );
  }),
  timeline: lazyComponent(async () => {
    const [{ Timeline }, { WithRuleFields }] = await Promise.all([
      import('../../areas/history/activity/timeline.tsx'),
      import('./rule-fields.tsx'),
    ]);
    return ({ device, at }: ToolProps) => (
      <WithRuleFields>
        <Timeline key={at} deviceId={device.id} atS={at} />
      </WithRuleFields>
    );
  }),
};

function RestartLink({ deviceId }: { deviceId: string }) {
  const t = useTranslations('deviceTools');
  return (
    <Button
      variant="default"
      icon={<IconRefresh {...icon} />}
      render={<ToolLink deviceId={deviceId} tool="restart" />}
    >
      {t('restart')}
    </Button>
  );
}

/** Head of a tool that replaces the device values. */
function PageHead({ deviceId, tool }: { deviceId: string; tool: PageTool }) {
  const t = useTranslations();
  const titles: Record<PageTool, string> = {
    values: t('diagnostics.values'),
    registers: t('diagnostics.registers'),
    inverter: t('diagnostics.inverter'),
    config: t('deviceTools.config'),
    timeline: t('timeline.title'),
    graphs: t('deviceTools.graphs'),
    energy: t('deviceTools.energy'),
    alerts: t('deviceTools.alerts'),
    rules: t('deviceTools.rules'),
    commissioning: t('deviceTools.commissioning'),
  };
  usePageSection(titles[tool]);
  // The tabs name these pages and lead back.
  if (isTabTool(tool)) return <h2 className="text-[1.5em] font-bold sr-only">{titles[tool]}</h2>;
  return (
    <div className="flex items-center flex-wrap gap-y-2 gap-x-4 justify-between mb-4">
      <h2 className="text-xl font-bold tracking-tight">{titles[tool]}</h2>
      <DeviceLink
        deviceId={deviceId}
        className="underline inline-flex items-center gap-2 text-link text-md font-medium pointer-coarse:-my-2.5 pointer-coarse:py-3"
      >
        <IconArrowLeft {...icon} />
        {t('deviceTools.back')}
      </DeviceLink>
    </div>
  );
}

/** The tool in the address; closing it shows the device values. */
export function OpenedTool({ device, tool }: { device: KnownDevice; tool: DeviceTool }) {
  const t = useTranslations('app');
  const { roles, user } = usePerson();
  const navigate = useNavigate();
  const { at, view } = useSearch({ from: '/admin/overview' });
  // Replace the history entry, so that Back does not reopen the closed dialog.
  const close = () =>
    void navigate({ to: paths.overview, search: { device: device.id }, resetScroll: false, replace: true });
  // The view is not a step of the history: Back leaves the tool.
  const showView = (next: string) =>
    void navigate({
      to: paths.overview,
      search: { device: device.id, tool, view: next },
      resetScroll: false,
      replace: true,
    });
  const Tool = tools[tool];
  const waiting = isPageTool(tool) && <Loading text={t('loading')} cards={1} />;
  return (
    <>
      {isPageTool(tool) && tool !== 'commissioning' && <PageHead deviceId={device.id} tool={tool} />}
      <Tool
        device={device}
        roles={roles}
        at={at}
        view={view}
        waiting={waiting}
        userId={user.id}
        onView={showView}
        onClose={close}
      />
    </>
  );
}
