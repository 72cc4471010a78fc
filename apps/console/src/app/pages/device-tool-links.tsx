import {
  IconAdjustments,
  IconBell,
  IconBolt,
  IconChartLine,
  IconDots,
  IconGauge,
  IconHistory,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { PageTool } from '../../device/device-search.ts';
import { DeviceLink } from '../../device/links.tsx';
import { lazyComponent } from '../../lib/page/lazy-component.tsx';
import { paths } from '../../lib/page/paths.ts';
import { whenIdle } from '../../lib/time/when-idle.ts';
import { Dropdown, DropdownItem } from '../../ui/dropdown.tsx';

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

/** A tool opens where the user is on the page. */
export const ToolLink = (link: ComponentProps<typeof DeviceLink>) => (
  <DeviceLink resetScroll={false} {...link} />
);

/**
 * Texts of the parts of other areas on the page of a device. They load together after the first paint, since each load
 * renders the page again.
 */
export const LATER_TEXTS = ['alerts', 'history', 'service'] as const;

/** Loads after the first paint, with its texts. */
const AlertCount = lazyComponent(
  async () => {
    await whenIdle();
    return (await import('../../areas/alerts/list/device-alerts.tsx')).DeviceAlertCount;
  },
  ...LATER_TEXTS,
);

type Tab = 'graphs' | 'energy' | 'timeline' | 'alerts' | 'config';
/** Tabs after the first one, which has no tool. */
export const TABS: readonly (readonly [Tab, typeof IconBell])[] = [
  ['graphs', IconChartLine],
  ['energy', IconBolt],
  ['timeline', IconHistory],
  ['alerts', IconBell],
  ['config', IconAdjustments],
];
/** A phone has room for the first ones; the others are behind "More". */
const PHONE_TABS: readonly Tab[] = ['graphs', 'energy'];
/** The rules belong to the alerts; diagnostics are opened from the menu and have no tab. */
const tabOf = (page: PageTool | undefined) => (page === 'rules' ? 'alerts' : page);
export const isTabTool = (page: PageTool) => TABS.some(([tab]) => tab === tabOf(page));

const tabClass =
  'flex items-center gap-2 min-h-10 px-3 text-dim text-md font-medium whitespace-nowrap border-b-2 border-transparent forced-colors:border-[Canvas] focus-visible:-outline-offset-2 aria-[current=page]:border-accent aria-[current=page]:text-ink';

/** The six pages of a device; three and "More" on a phone. */
export function DeviceTabs({ deviceId, page }: { deviceId: string; page: PageTool | undefined }) {
  const t = useTranslations('deviceTools');
  const row = useRef<HTMLElement>(null);
  const open = tabOf(page);
  const isFirst = useRef(true);
  useEffect(() => {
    // The row starts with the first tab. To measure it would lay out the whole page at once.
    const isInView = isFirst.current && open === undefined;
    isFirst.current = false;
    const current = isInView ? null : row.current?.querySelector<HTMLElement>('[aria-current]');
    if (row.current && current) row.current.scrollLeft = current.offsetLeft - row.current.clientWidth / 3;
  }, [open]);
  const isBehindMore = open !== undefined && !PHONE_TABS.some((tool) => tool === open);
  const tab = (tool: Tab | undefined, content: ReactNode) => (
    <Link
      key={tool}
      data-wide={(tool && !PHONE_TABS.includes(tool)) || undefined}
      to={paths.overview}
      search={{ device: deviceId, ...(tool && { tool }) }}
      className={`${tabClass} max-sm:data-wide:hidden`}
      // A tool has more in its address; the page without a tool has not.
      activeOptions={{ exact: !tool, includeSearch: true }}
      aria-current={tool === open ? 'page' : undefined}
    >
      {content}
    </Link>
  );
  return (
    <nav
      ref={row}
      className="relative flex gap-2 mb-4.5 overflow-x-auto border-b border-line-strong max-sm:gap-0 max-sm:-mx-3 max-sm:mt-0 max-sm:mb-2 max-sm:px-1 max-sm:overflow-visible max-[22.5em]:[&_svg]:hidden"
      aria-label={t('tabs')}
    >
      {tab(
        undefined,
        <>
          <IconGauge {...icon} />
          {t('now')}
        </>,
      )}
      {TABS.map(([tool, Icon]) =>
        tab(
          tool,
          <>
            <Icon {...icon} />
            {t(tool)}
            {tool === 'alerts' && <AlertCount deviceId={deviceId} missing={null} />}
          </>,
        ),
      )}
      <div className="ml-auto sm:hidden">
        <Dropdown
          width="15rem"
          opener={
            <button type="button" className={tabClass} aria-current={isBehindMore ? 'page' : undefined}>
              <IconDots {...icon} />
              {t('more')}
            </button>
          }
        >
          {(close) =>
            TABS.filter(([tool]) => !PHONE_TABS.includes(tool)).map(([tool, Icon]) => (
              <DropdownItem
                key={tool}
                icon={<Icon {...icon} />}
                mark={tool === 'alerts' && <AlertCount deviceId={deviceId} missing={null} />}
                render={<Link to={paths.overview} search={{ device: deviceId, tool }} />}
                onClick={close}
              >
                {t(tool)}
              </DropdownItem>
            ))
          }
        </Dropdown>
      </div>
    </nav>
  );
}
