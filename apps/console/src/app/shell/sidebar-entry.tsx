import {
  IconBellRinging,
  IconBook2,
  IconBuildingStore,
  IconChartHistogram,
  IconCpu,
  IconDroplet,
  IconDroplets,
  IconExternalLink,
  IconGauge,
  IconServerCog,
  IconTool,
  IconUsers,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { OpenAlertCount } from '../../areas/alerts/inbox/open-alert-count.tsx';
import { paths } from '../../lib/page/paths.ts';
import { Hint } from '../../ui/hint.tsx';
import type { Entry } from './sidebar-entries.ts';

const icons = {
  dashboard: IconDroplet,
  overview: IconGauge,
  statistics: IconChartHistogram,
  mainPanel: IconDroplets,
  users: IconUsers,
  alerts: IconBellRinging,
  firmware: IconCpu,
  installation: IconServerCog,
  seller: IconBuildingStore,
  technician: IconTool,
  allPumps: IconDroplets,
  documentation: IconBook2,
} satisfies Record<Entry['name'], unknown>;

export const sidebarEntryClass =
  'relative flex items-center gap-3 flex-none w-full px-3 rounded-md text-dim text-md font-regular text-left whitespace-nowrap cursor-pointer h-10.5 [transition:background_0.12s,color_0.12s] focus-visible:-outline-offset-2 hover:bg-inset hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-ink aria-[current=page]:font-semibold aria-disabled:bg-transparent! aria-disabled:text-dim! aria-disabled:opacity-70 aria-disabled:cursor-not-allowed group-data-minimized/side:relative group-data-minimized/side:justify-center group-data-minimized/side:p-0';

function EntryBody({ name, target }: Entry) {
  const t = useTranslations('nav');
  const Icon = icons[name];
  return (
    <>
      <Icon className="flex-none" size={20} stroke={1.7} aria-hidden />
      <span className="overflow-hidden text-ellipsis group-data-minimized/side:sr-only">{t(name)}</span>
      {name === 'alerts' && <OpenAlertCount />}
      {'href' in target && (
        <>
          <span className="sr-only">({t('newTab')})</span>
          <IconExternalLink
            className="flex-none underline ml-auto group-data-minimized/side:hidden"
            size={15}
            stroke={1.7}
            aria-hidden
          />
        </>
      )}
      {'feature' in target && <span className="sr-only">({t('disabled', target)})</span>}
    </>
  );
}

interface Props {
  entry: Entry;
  isMinimized: boolean;
  /** R4.15: the link to the page of a pump keeps this device; the dashboard is the list of all. */
  lastDevice?: string | undefined;
}

export function SidebarEntry({ entry, isMinimized, lastDevice }: Props) {
  const t = useTranslations('nav');
  const { name, target } = entry;
  const reason = 'feature' in target ? t('disabled', target) : undefined;
  const hint = [isMinimized ? t(name) : undefined, reason].filter((part) => part !== undefined);
  const body = <EntryBody {...entry} />;
  return (
    <Hint text={hint.join(' · ')} side={isMinimized ? 'right' : 'below'}>
      {'to' in target ? (
        <Link
          to={target.to}
          search={target.to === paths.overview && lastDevice ? { device: lastDevice } : {}}
          className={sidebarEntryClass}
          // The list of pumps is below the work.
          activeOptions={{ includeSearch: false, exact: target.to === paths.technician }}
        >
          {body}
        </Link>
      ) : 'href' in target ? (
        <a className={sidebarEntryClass} href={target.href} target="_blank" rel="noreferrer">
          {body}
        </a>
      ) : (
        <button type="button" className={sidebarEntryClass} aria-disabled="true">
          {body}
        </button>
      )}
    </Hint>
  );
}
