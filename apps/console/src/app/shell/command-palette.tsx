import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { PaletteGroup } from '../../areas/help/palette/find-items.ts';
import { Palette } from '../../areas/help/palette/palette.tsx';
import { useDeviceGroups, useHelpItems, usePages } from './palette-items.tsx';
import { usePeople } from './palette-people.tsx';

interface Props {
  /** Offers devices only. */
  isForDevices: boolean;
  onClose: () => void;
}

export function CommandPalette({ isForDevices, onClose }: Props) {
  const t = useTranslations('palette');
  const router = useRouter();
  const [wanted, setWanted] = useState('');
  const devices = useDeviceGroups(wanted);
  const pages = usePages();
  const help = useHelpItems();
  const people = usePeople(isForDevices ? '' : wanted);
  const isSearching = wanted.trim() !== '';
  const groups: PaletteGroup[] = isForDevices
    ? devices.groups.slice(0, 1).map((group) => ({ ...group, most: 50 }))
    : [
        ...devices.groups,
        { id: 'pages', title: t('pages'), items: pages, most: isSearching ? 5 : 12 },
        { id: 'users', title: t('users'), items: people.items, most: 10, isFound: true },
        { id: 'help', title: t('help'), items: isSearching ? help : [], most: 5 },
      ];
  function open(href: string, isNewTab: boolean) {
    if (isNewTab) return void window.open(href, '_blank', 'noopener');
    onClose();
    if (href.startsWith('/')) router.history.push(href);
    else window.location.assign(href);
  }
  return (
    <Palette
      wanted={wanted}
      onSearch={setWanted}
      groups={groups}
      isLoading={devices.isLoading || people.isLoading}
      hasFailed={devices.hasFailed || people.hasFailed}
      onOpen={open}
      onClose={onClose}
    />
  );
}
