import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FleetFirmware } from '../../areas/service/fleet-firmware/fleet-firmware.tsx';
import { paths } from '../../lib/page/paths.ts';
import type { FirmwareSearch } from '../firmware-search.ts';

const route = getRouteApi('/admin/super-seller/firmware');

const VersionLink = ({ filter, children }: { filter: FirmwareSearch; children: ReactNode }) => (
  <Link to={paths.firmware} search={filter}>
    {children}
  </Link>
);
const close = (text: string) => (
  <Link to={paths.firmware} search={{}}>
    {text}
  </Link>
);

export function FirmwarePage() {
  const { version, hw } = route.useSearch();
  const chosen = version === undefined || hw === undefined ? undefined : { version, hw };
  return <FleetFirmware chosen={chosen} VersionLink={VersionLink} close={close} />;
}
