/** Tools of the overview page. */
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
  'graphs',
  'energy',
  'alerts',
  'rules',
  'commissioning',
] as const;
export type DeviceTool = (typeof DEVICE_TOOLS)[number];

/** These replace the device values; the other tools are dialogs. */
const PAGES = [
  'values',
  'registers',
  'inverter',
  'config',
  'timeline',
  'graphs',
  'energy',
  'alerts',
  'rules',
  'commissioning',
] as const;
export type PageTool = (typeof PAGES)[number];
export const isPageTool = (tool: DeviceTool): tool is PageTool => PAGES.some((page) => page === tool);

export interface DeviceSearch {
  /** The device of the page; without it `useChosenDevice` decides. */
  device?: string;
}
export interface OverviewSearch extends DeviceSearch {
  tool?: DeviceTool;
  /** Moment in the timeline, Unix seconds. */
  at?: number;
  /** What the graphs or the energy page show (`view.ts` of the feature), the opened alert rule or report, or the part of the settings. */
  view?: string;
}

/** Tools whose address has a view. */
const VIEWED: readonly DeviceTool[] = ['graphs', 'energy', 'rules', 'config', 'commissioning'];

export const deviceSearch = ({ device }: Record<string, unknown>): DeviceSearch =>
  typeof device === 'string' ? { device } : {};

/** The open tool is part of the address, so that it survives a reload and can be shared as a link. */
export function overviewSearch(search: Record<string, unknown>): OverviewSearch {
  const tool = DEVICE_TOOLS.find((name) => name === search.tool);
  const at = tool === 'timeline' && Number.isSafeInteger(search.at) ? Number(search.at) : 0;
  const hasView = tool !== undefined && VIEWED.includes(tool);
  const view = hasView && typeof search.view === 'string' && { view: search.view };
  return { ...deviceSearch(search), ...(tool && { tool }), ...(at > 0 && { at }), ...view };
}
