import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { AnalogInputs } from '../../areas/pump/analog-inputs/analog-inputs.tsx';
import { LinkBanner } from '../../areas/pump/devices/device-banner.tsx';
import { DeviceCard } from '../../areas/pump/devices/device-card.tsx';
import { DeviceHead } from '../../areas/pump/devices/device-head.tsx';
import { DevicesFailed, DevicesLoading } from '../../areas/pump/devices/device-notices.tsx';
import { DeviceSummary } from '../../areas/pump/devices/device-summary.tsx';
import { type DeviceList, type KnownDevice, useDevices } from '../../areas/pump/devices/use-devices.ts';
import { useProblemsFirst } from '../../areas/pump/devices/use-problems-first.ts';
import { LockOutSlot } from '../../areas/pump/lock-out/lock-out-slot.tsx';
import { PressureCard } from '../../areas/pump/pressure/pressure-card.tsx';
import { PumpCard } from '../../areas/pump/pump-control/pump-card.tsx';
import { PumpGear } from '../../areas/pump/pump-control/pump-gear.tsx';
import { PumpStateText } from '../../areas/pump/pump-control/pump-state-text.tsx';
import { StatCards } from '../../areas/pump/stats/stat-cards.tsx';
import { DeviceNameProvider } from '../../device/device-name.tsx';
import { DeviceLink } from '../../device/links.tsx';
import { StopReason } from '../../device/stop-reason.tsx';
import { HelpLink } from '../../lib/page/help-link.tsx';
import { paths } from '../../lib/page/paths.ts';
import { PageHead } from '../../ui/heading.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { useChosenDevice } from '../use-chosen-device.ts';
import { usePerson } from '../use-person.ts';
import { DeviceActions } from './device-actions.tsx';
import { DeviceStatus } from './device-status.tsx';
import { DeviceTitle } from './device-title.tsx';
import { AddDeviceButton } from './link-button.tsx';
import { NoDevice } from './no-device.tsx';

/** The controls of the chosen device, and a card for each device. */
export function DashboardPage() {
  const t = useTranslations('dashboard');
  const list = useDevices();
  const { wanted, chosen } = useChosenDevice(list, useSearch({ from: '/admin/dashboard' }).device);
  return (
    <>
      <PageHead
        title={t('title')}
        text={
          list.devices.length > 0 ? (
            <DeviceSummary deviceIds={list.devices.map(({ id }) => id)} />
          ) : (
            // Reserves the line: the list moves nothing when it arrives.
            list.state === 'loading' && '\u00a0'
          )
        }
      >
        <div className="flex items-center gap-y-0 gap-x-4 self-end max-sm:items-end max-sm:justify-between max-sm:flex-col max-sm:self-stretch">
          <HelpLink section="console" />
          {list.devices.length > 0 && <AddDeviceButton />}
        </div>
      </PageHead>
      <LinkBanner />
      <DashboardBody list={list} wanted={wanted} chosen={chosen} />
    </>
  );
}

interface BodyProps {
  list: DeviceList;
  wanted: string | undefined;
  chosen: KnownDevice | undefined;
}

function DashboardBody({ list, wanted, chosen }: BodyProps) {
  const needsChoice = list.state === 'ready' && wanted === undefined;
  const [neededChoice, setNeededChoice] = useState(false);
  if (needsChoice && !neededChoice) setNeededChoice(true);
  if (list.state === 'loading') return <DevicesLoading />;
  if (list.state === 'failed') return <DevicesFailed error={list.error} onRetry={list.retry} />;
  if (needsChoice && list.devices.length === 0) return <NoDevice wanted={wanted} list={list} />;
  return (
    // R4.15: with several devices and no choice, only cards and no controls.
    <div
      className={
        needsChoice
          ? undefined
          : 'grid gap-gutter items-start grid-rows-[auto_1fr] grid-cols-[minmax(0,5fr)_minmax(0,7fr)] max-lg:grid-cols-1'
      }
    >
      {!needsChoice && (
        <div className="row-[1/3] [@media(min-height:64rem)]:sticky [@media(min-height:64rem)]:top-[calc(4rem_+_1rem)] max-lg:relative max-lg:top-0! max-lg:row-auto">
          {chosen ? (
            <DeviceNameProvider id={chosen.id} name={chosen.name}>
              <ChosenDevice device={chosen} list={list} isFirstChoice={neededChoice} />
            </DeviceNameProvider>
          ) : (
            <NoDevice wanted={wanted} list={list} />
          )}
        </div>
      )}
      {chosen && (
        <DeviceNameProvider key={chosen.id} id={chosen.id} name={chosen.name}>
          <ChosenDeviceValues device={chosen} />
        </DeviceNameProvider>
      )}
      {list.devices.length > 0 && <DeviceCards devices={list.devices} chosenId={chosen?.id} />}
    </div>
  );
}

function DeviceCards({ devices, chosenId }: { devices: KnownDevice[]; chosenId: string | undefined }) {
  const t = useTranslations('dashboard');
  const headingId = useId();
  const ordered = useProblemsFirst(devices);
  return (
    <section aria-labelledby={headingId}>
      <SectionHead
        id={headingId}
        title={t('choose')}
        hint={chosenId === undefined ? t('chooseFirst') : undefined}
      />
      <ul
        className="grid gap-gutter grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))] [&_li]:grid data-[decided=false]:invisible"
        data-decided={ordered.isDecided}
        aria-labelledby={headingId}
      >
        {ordered.devices.map((device) => (
          <li key={device.id}>
            <DeviceCard
              device={device}
              isChosen={device.id === chosenId}
              gear={<PumpGear deviceId={device.id} size="small" />}
              state={
                <>
                  <PumpStateText deviceId={device.id} />
                  <StopReason
                    converter={device.converter}
                    stoppedBy={device.stoppedBy}
                    alert={device.alert}
                    deviceId={device.id}
                  />
                </>
              }
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ChosenProps {
  device: KnownDevice;
  list: DeviceList;
  /** The page showed only cards before this choice. */
  isFirstChoice: boolean;
}

function ChosenDevice({ device, list, isFirstChoice }: ChosenProps) {
  const t = useTranslations('dashboard');
  const { user, roles } = usePerson();
  const navigate = useNavigate();
  const choose = (id: string) =>
    void navigate({ to: paths.dashboard, search: { device: id }, resetScroll: false });
  const box = useRef<HTMLDivElement>(null);
  const shown = useRef(isFirstChoice ? undefined : device.id);
  useEffect(() => {
    // On a phone the cards are below the controls: scroll to the chosen device.
    if (shown.current !== device.id) box.current?.scrollIntoView({ block: 'nearest' });
    shown.current = device.id;
  }, [device.id]);
  return (
    // The key resets focus, drafts and open dialogs on a change of the device.
    <div
      key={device.id}
      ref={box}
      className="grid gap-gutter scroll-mt-[calc(4rem_+_1rem)] max-lg:grid-cols-[repeat(auto-fit,minmax(min(100%,20rem),1fr))]"
    >
      <PumpCard
        deviceId={device.id}
        converter={device.converter}
        tag={<LockOutSlot device={device} user={{ id: user.id, roles }} />}
        head={
          <div className="mb-2.5">
            <DeviceHead
              device={device}
              level={2}
              title={(heading) => (
                <DeviceTitle device={device} list={list} heading={heading} onChoose={choose} />
              )}
              status={(pill) => <DeviceStatus deviceId={device.id} pill={pill} />}
              action={
                <>
                  <DeviceLink
                    deviceId={device.id}
                    className="underline flex-none py-0.5 text-md font-semibold text-accent dark:text-accent-300 pointer-coarse:-my-2.5 pointer-coarse:py-3"
                  >
                    {t('details')}
                  </DeviceLink>
                  <DeviceActions device={device} list={list} />
                </>
              }
            />
          </div>
        }
      />
      <PressureCard deviceId={device.id} converter={device.converter} />
    </div>
  );
}

/** R4.7, R4.8: meters and analog inputs of the chosen device. */
function ChosenDeviceValues({ device }: { device: KnownDevice }) {
  const { roles } = usePerson();
  return (
    <div className="grid gap-gutter min-w-0">
      <StatCards deviceId={device.id} fcId={device.isFcIdUnique ? device.fcId : null} roles={roles} />
      <AnalogInputs deviceId={device.id} />
    </div>
  );
}
