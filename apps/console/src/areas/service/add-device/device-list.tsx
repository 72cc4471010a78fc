import type { EventCode } from '@manoboard/contract/mqtt/event';
import type { BothLanguages } from '@manoboard/contract/text';
import type { Converter } from '@manoboard/domain/fc/faults';
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { DeviceLink } from '../../../device/links.tsx';
import { PumpPill } from '../../../device/pump-status.tsx';
import { StopReason } from '../../../device/stop-reason.tsx';
import { usePump } from '../../../device/use-device.ts';
import { FormNotice } from '../../../ui/form-notice.tsx';
import classes from './device-list.module.css';

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
      <header className={classes.head}>
        <h2 className="flush text-xl heavy tight" id="device-list">
          {t('addDevice.list.title')}
        </h2>
        <Button
          variant="default"
          onClick={onRefresh}
          disabled={isRefreshing}
          leftSection={<IconRefresh size={18} stroke={1.7} aria-hidden />}
        >
          {t(isRefreshing ? 'addDevice.list.refreshing' : 'addDevice.list.refresh')}
        </Button>
      </header>
      {didRefreshFail && <FormNotice kind="problem">{t('addDevice.list.failed')}</FormNotice>}
      {devices.length === 0 ? (
        <p className={classes.empty}>{t('addDevice.list.empty')}</p>
      ) : (
        <Table {...props} />
      )}
    </section>
  );
}

function Table<R extends Row>({ devices, menu }: Props<R>) {
  const t = useTranslations();
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('addDevice.list.name')}</th>
          <th scope="col">{t('addDevice.id')}</th>
          <th scope="col">{t('addDevice.list.version')}</th>
          <th scope="col">{t('fleet.state')}</th>
          <th scope="col">
            <span className="vh">{t('addDevice.list.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {devices.map((device) => (
          <tr key={device.id}>
            <td className="medium break">{device.alias}</td>
            <td className="num">
              <DeviceLink deviceId={device.id}>{device.id}</DeviceLink>
            </td>
            <td className="num">{device.version ?? t('common.notAvailable')}</td>
            <td>
              <DeviceState device={device} />
            </td>
            <td className={classes.menu}>{menu(device)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
