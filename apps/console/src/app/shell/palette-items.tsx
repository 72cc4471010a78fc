import {
  IconAdjustments,
  IconBolt,
  IconBook2,
  IconChartLine,
  IconFileText,
  IconHistory,
  IconStethoscope,
} from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useHelp } from '../../areas/help/help/use-help.ts';
import type { PaletteGroup, PaletteItem } from '../../areas/help/palette/find-items.ts';
import { type KnownDevice, useDevices } from '../../areas/pump/devices/use-devices.ts';
import { deviceChoice } from '../../device/device-choice.ts';
import { deviceHref } from '../../device/device-href.ts';
import { pumpStatusStyles, usePumpStatusText } from '../../device/pump-status.tsx';
import { usePump } from '../../device/use-device.ts';
import { config } from '../../lib/page/config.ts';
import { paths } from '../../lib/page/paths.ts';
import { usePerson } from '../use-person.ts';
import { KEYS } from './shortcuts.ts';
import { documentationEntry, sidebarGroups } from './sidebar-entries.ts';

const icon = { stroke: 1.7, 'aria-hidden': true } as const;

/** The status of own devices is live, that of others is from the list. */
function useStatus({ id, isOwn, pump }: KnownDevice) {
  const live = usePump(id).status;
  return isOwn ? live : (pump ?? 'unknown');
}

function DeviceIcon({ device }: { device: KnownDevice }) {
  const { tone, icon: state } = pumpStatusStyles[useStatus(device)];
  return (
    <span className="grid place-items-center size-8 rounded-full bg-tone-soft text-tone-ink" data-tone={tone}>
      {state}
    </span>
  );
}

function DeviceFacts({ device }: { device: KnownDevice }) {
  const statusText = usePumpStatusText();
  const status = statusText(useStatus(device));
  return [device.name === device.id ? null : device.id, device.owner, status].filter(Boolean).join(' · ');
}

const deviceItem = (device: KnownDevice): PaletteItem => ({
  id: `device-${device.id}`,
  title: device.name,
  keywords: [device.id, device.fcId, device.owner].filter(Boolean).join(' '),
  icon: () => <DeviceIcon device={device} />,
  detail: () => <DeviceFacts device={device} />,
  href: deviceHref(device.id),
});

/** Devices chosen recently come first. */
export function useDeviceGroups(wanted: string): {
  groups: PaletteGroup[];
  isLoading: boolean;
  hasFailed: boolean;
} {
  const t = useTranslations();
  const { user } = usePerson();
  const list = useDevices();
  const devices = useMemo(() => {
    const recent = deviceChoice.recent(user.id);
    const place = (id: string) => {
      const at = recent.indexOf(id);
      return at === -1 ? recent.length : at;
    };
    return list.choosable.toSorted((a, b) => place(a.id) - place(b.id)).map(deviceItem);
  }, [list.choosable, user.id]);
  const last = deviceChoice.last(user.id);
  const chosen = last === undefined ? undefined : list.find(last);
  const tools: PaletteItem[] = chosen
    ? [
        {
          id: 'timeline',
          title: t('deviceTools.timeline'),
          icon: () => <IconHistory {...icon} />,
          href: deviceHref(chosen.id, 'timeline'),
          keys: KEYS.timeline.toUpperCase(),
        },
        {
          id: 'graphs',
          title: t('deviceTools.graphs'),
          icon: () => <IconChartLine {...icon} />,
          href: deviceHref(chosen.id, 'graphs'),
        },
        {
          id: 'energy',
          title: t('deviceTools.energy'),
          icon: () => <IconBolt {...icon} />,
          href: deviceHref(chosen.id, 'energy'),
        },
        {
          id: 'config',
          title: t('deviceTools.config'),
          icon: () => <IconAdjustments {...icon} />,
          href: deviceHref(chosen.id, 'config'),
        },
        {
          id: 'values',
          title: t('diagnostics.values'),
          icon: () => <IconStethoscope {...icon} />,
          href: deviceHref(chosen.id, 'values'),
        },
      ]
    : [];
  return {
    groups: [
      { id: 'devices', title: t('palette.devices'), items: devices, most: wanted === '' ? 4 : 6 },
      { id: 'tools', title: t('palette.for', { name: chosen?.name ?? '' }), items: tools, most: 5 },
    ],
    isLoading: list.state === 'loading',
    hasFailed: list.state === 'failed',
  };
}

export function usePages(): PaletteItem[] {
  const t = useTranslations('nav');
  const { roles } = usePerson();
  const entries = [
    ...sidebarGroups(roles, config).flatMap(({ entries }) => entries),
    documentationEntry({ ...config, features: ['docs'], docs_url: '' }),
  ];
  const more = [
    ['addDevice', paths.addDevice],
    ['profile', paths.profile],
    ['faq', paths.faq],
  ] as const;
  const item = (name: Parameters<typeof t>[0], href: string): PaletteItem => ({
    id: `page-${name}`,
    title: t(name),
    icon: () => <IconFileText {...icon} />,
    href,
  });
  return [
    ...entries.flatMap(({ name, target }) => ('to' in target ? [item(name, target.to)] : [])),
    ...more.map(([name, href]) => item(name, href)),
  ];
}

export function useHelpItems(): PaletteItem[] {
  const { help, sections } = useHelp();
  return useMemo(
    () =>
      sections.map(({ id, title, chapter, allText }) => ({
        id: `help-${id}`,
        title,
        keywords: allText,
        icon: () => <IconBook2 {...icon} />,
        detail: () => help?.chapters[chapter],
        href: `${paths.docs}#${id}`,
      })),
    [help, sections],
  );
}
