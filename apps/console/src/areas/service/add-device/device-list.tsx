import type { EventCode } from '@manoboard/contract/mqtt/event';
import type { BothLanguages } from '@manoboard/contract/text';
import type { Converter } from '@manoboard/domain/fc/faults';
import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { DeviceLink } from '../../../device/links.tsx';
import { PumpPill } from '../../../device/pump-status.tsx';
import { StopReason } from '../../../device/stop-reason.tsx';
import { usePump } from '../../../device/use-device.ts';
import { Button } from '../../../ui/button.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';

interface Row {
  id: string;
  name: string;
  alias: string | null;
  version: string | null;
  converter: Converter;
  stoppedBy: EventCode | null;
  alert?: BothLanguages | undefined;
}

interface Props<R extends Row> {
  devices: readonly R[];
  isRefreshing: boolean;
  didRefreshFail: boolean;
  onRefresh: () => void;
  menu: (device: R) => ReactNode;
}

const DeviceState = ({ device }: { device: Row }) => (
  <>
    <PumpPill status={usePump(device.id).status} />
    <StopReason
      converter={device.converter}
      stoppedBy={device.stoppedBy}
      alert={device.alert}
      deviceId={device.id}
    />
  </>
);

/** R4.1: the user's devices. */
export function DeviceList<R extends Row>(props: Props<R>) {
  const t = useTranslations();
  const { devices, isRefreshing, didRefreshFail, onRefresh } = props;
  return (
    <section aria-labelledby="device-list">
      <header className="flex items-center flex-wrap justify-between gap-y-1.75 gap-x-4 mb-3 max-lg:mt-3">
        <h2 className="font-bold text-xl tracking-tight" id="device-list">
          {t('addDevice.list.title')}
        </h2>
        <Button
          variant="default"
          onClick={onRefresh}
          disabled={isRefreshing}
          icon={<IconRefresh size={18} stroke={1.7} aria-hidden />}
        >
          {t(isRefreshing ? 'addDevice.list.refreshing' : 'addDevice.list.refresh')}
        </Button>
      </header>
      {didRefreshFail && <FormNotice kind="problem">{t('addDevice.list.failed')}</FormNotice>}
      {devices.length === 0 ? (
        <p className="text-dim rounded-lg text-center px-4 py-6.5 border border-dashed border-line-strong">
          {t('addDevice.list.empty')}
        </p>
      ) : (
        <Table {...props} />
      )}
    </section>
  );
}

function Table<R extends Row>({ devices, menu }: Props<R>) {
  const t = useTranslations();
  return (
    <table className="border border-line rounded-lg bg-card shadow-card text-md w-full border-spacing-[0] max-sm:block [&_th]:px-3.25 [&_th]:py-2.5 [&_th]:text-left [&_th]:text-dim [&_th]:text-sm [&_th]:font-medium [&_td]:px-3.25 [&_td]:py-2.5 [&_td]:text-left [&_td]:border-t [&_td]:border-line [&_a]:text-link [&_a]:font-medium pointer-coarse:[&_a]:py-3.25 max-sm:[&_tbody]:block max-sm:[&_thead]:sr-only max-sm:[&_tr]:py-3.25 max-sm:[&_tr]:pr-12 max-sm:[&_tr]:pl-4 max-sm:[&_tr]:relative max-sm:[&_tr]:grid max-sm:[&_tr]:gap-y-0.5 max-sm:[&_tr]:gap-x-3.25 max-sm:[&_tr]:items-center max-sm:[&_tr]:grid-cols-[1fr_auto] max-sm:[&_td]:p-0 max-sm:[&_td]:border-0 max-sm:[&_tr+tr]:border-t max-sm:[&_tr+tr]:border-line max-sm:[&_td:first-child]:p-0 max-sm:[&_td:first-child]:border-0 max-sm:[&_td:nth-child(1)]:[grid-area:1/1] max-sm:[&_td:nth-child(2)]:[grid-area:2/1] max-sm:[&_td:nth-child(3)]:text-dim max-sm:[&_td:nth-child(3)]:text-right max-sm:[&_td:nth-child(3)]:[grid-area:2/2] max-sm:[&_td:nth-child(4)]:[grid-area:1/2] max-sm:[&_td:nth-child(4)]:text-right [&_:is(th,_td):first-child]:pl-5">
      <thead>
        <tr>
          <th scope="col">{t('addDevice.list.name')}</th>
          <th scope="col">{t('addDevice.id')}</th>
          <th scope="col">{t('addDevice.list.version')}</th>
          <th scope="col">{t('fleet.state')}</th>
          <th scope="col">
            <span className="sr-only">{t('addDevice.list.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {devices.map((device) => (
          <tr key={device.id}>
            <td className="font-medium wrap-anywhere">{device.alias}</td>
            <td className="tabular-nums tracking-tight">
              <DeviceLink deviceId={device.id}>{device.id}</DeviceLink>
            </td>
            <td className="tabular-nums tracking-tight">{device.version ?? t('common.notAvailable')}</td>
            <td>
              <DeviceState device={device} />
            </td>
            <td className="relative! py-1.25! pr-3.25! pl-0! w-14! max-sm:top-2.5 max-sm:right-2 max-sm:absolute! max-sm:p-0! max-sm:w-auto!">
              {menu(device)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
