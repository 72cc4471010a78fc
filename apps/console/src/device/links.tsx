import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { paths } from '../lib/page/paths.ts';
import type { DeviceTool } from './device-search.ts';

interface LinkProps {
  className?: string | undefined;
  'aria-label'?: string | undefined;
  resetScroll?: boolean;
  onClick?: () => void;
  children?: ReactNode;
}

interface DeviceLinkProps extends LinkProps {
  deviceId: string;
  /** Without it the values of the device. */
  tool?: DeviceTool | undefined;
  /** A part of the page. */
  hash?: string;
  /** What the tool shows: a period of graphs, a rule. */
  view?: string | undefined;
}

/** A page of a device. */
export const DeviceLink = ({ deviceId, tool, view, ...link }: DeviceLinkProps) => (
  <Link
    to={paths.overview}
    search={{ device: deviceId, ...(tool && { tool }), ...(view && { view }) }}
    {...link}
  />
);

/** A moment of the timeline of a device. */
export const TimelineLink = ({ deviceId, atS, ...link }: LinkProps & { deviceId: string; atS: number }) => (
  <Link to={paths.overview} search={{ device: deviceId, tool: 'timeline', at: atS }} {...link} />
);

interface GraphLinkProps extends LinkProps {
  deviceId: string;
  fromS: number;
  toS: number;
}

/** The graphs of a device over a period, as `view.ts` of the graphs reads it. */
export const GraphLink = ({ fromS, toS, ...link }: GraphLinkProps) => (
  <DeviceLink tool="graphs" view={`${fromS}-${toS}`} {...link} />
);

interface AlertLinkProps extends LinkProps {
  alertId: number;
  /** From a list to one of its alerts: the filters of the list stay. */
  keepsSearch?: boolean;
  'aria-current'?: boolean;
}

export const AlertLink = ({ alertId, keepsSearch, ...link }: AlertLinkProps) => (
  <Link
    to={paths.alert}
    params={{ id: `${alertId}` }}
    activeProps={{}}
    {...(keepsSearch && { search: true as never, resetScroll: false })}
    {...link}
  />
);

/** The alerts of all devices of the user. */
export const AlertListLink = (link: LinkProps) => <Link to={paths.myAlerts} {...link} />;
