import { paths } from '../lib/page/paths.ts';
import type { DeviceTool } from './device-search.ts';

/** The address of a page of a device, for what is not a link of the router. Not in `device-search.ts`, which the login loads. */
export const deviceHref = (deviceId: string, tool?: DeviceTool) =>
  `${paths.overview}?device=${encodeURIComponent(deviceId)}${tool ? `&tool=${tool}` : ''}`;
