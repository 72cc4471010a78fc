/** What can be opened at a device's page, beside its values. */
const DEVICE_TOOLS = [
  'update',
  'diagnostics',
  'values',
  'registers',
  'inverter',
  'config',
  'lock-out',
  'fault-reset',
  'restart',
  'timeline',
] as const;
export type DeviceTool = (typeof DEVICE_TOOLS)[number];

/** These stand in place of the device's values; the others are dialogs above them. */
const PAGES = ['values', 'registers', 'inverter', 'config', 'timeline'] as const;
export type PageTool = (typeof PAGES)[number];
export const isPageTool = (tool: DeviceTool): tool is PageTool => PAGES.some((page) => page === tool);

export interface DeviceSearch {
  /** The device that a page shows; nothing stands for the first one. */
  device?: string;
}
export interface OverviewSearch extends DeviceSearch {
  tool?: DeviceTool;
}

export const deviceSearch = ({ device }: Record<string, unknown>): DeviceSearch =>
  typeof device === 'string' ? { device } : {};

/** A tool stands in the address: it survives a reload and can be sent to somebody. */
export function overviewSearch(search: Record<string, unknown>): OverviewSearch {
  const tool = DEVICE_TOOLS.find((name) => name === search.tool);
  return { ...deviceSearch(search), ...(tool && { tool }) };
}
