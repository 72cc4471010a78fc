import type { EventCode } from '@manoboard/contract/mqtt/event';
import type { LocalizedText } from '@manoboard/contract/text';
import type { Converter } from '@manoboard/domain/fc/faults';
import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { DeviceLink } from '../../../device/links.tsx';
import { PumpPill } from '../../../device/pump-status.tsx';
import { StopReason } from '../../../device/stop-reason.tsx';
import { usePump } from '../../../device/use-device.ts';
import { PHONE, useMedia } from '../../../lib/page/use-media.ts';
import { Button } from '../../../ui/button.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { type Column, Table } from '../../../ui/table.tsx';

interface Row {
  id: string;
  name: string;
  alias: string | null;
  version: string | null;
  converter: Converter;
  stoppedBy: EventCode | null;
  alert?: LocalizedText | undefined;
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
      <header className="flex items-center flex-wrap justify-between gap-y-2 gap-x-4 mb-3 max-lg:mt-3">
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
        <DeviceTable {...props} />
      )}
    </section>
  );
}

function DeviceTable<R extends Row>({ devices, menu }: Props<R>) {
  const t = useTranslations();
  const digits = 'tabular-nums tracking-tight';
  const columns: Column<R>[] = [
    {
      key: 'name',
      header: t('addDevice.list.name'),
      phone: 'title',
      className: 'font-medium wrap-anywhere',
      cell: ({ alias }) => alias ?? '',
    },
    {
      key: 'id',
      header: t('addDevice.id'),
      phone: 'plain',
      className: digits,
      cell: ({ id }) => (
        <DeviceLink deviceId={id} className="font-medium text-link underline pointer-coarse:py-3">
          {id}
        </DeviceLink>
      ),
    },
    {
      key: 'version',
      header: t('addDevice.list.version'),
      phone: 'plain',
      className: digits,
      cell: ({ version }) => version ?? t('common.notAvailable'),
    },
    {
      key: 'state',
      header: t('fleet.state'),
      phone: 'text',
      cell: (device) => <DeviceState device={device} />,
    },
    {
      key: 'actions',
      header: t('addDevice.list.actions'),
      isHeaderHidden: true,
      phone: 'action',
      isNarrow: true,
      cell: menu,
    },
  ];
  return (
    <Table columns={columns} rows={devices} rowKey={({ id }) => id} isStacked={useMedia(PHONE)} isFramed />
  );
}
