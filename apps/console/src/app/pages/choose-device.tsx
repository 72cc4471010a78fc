import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { ChooserPanel } from '../../areas/pump/device-chooser/chooser-panel.tsx';
import type { DeviceList } from '../../areas/pump/devices/use-devices.ts';
import { deviceChoice } from '../../device/device-choice.ts';
import { Card } from '../../ui/card.tsx';
import { usePerson } from '../use-person.ts';

interface Props {
  list: DeviceList;
  onChoose: (deviceId: string) => void;
}

/** R4.15: with several devices and no choice, shows a device chooser and no controls. */
export function ChooseDevice({ list, onChoose }: Props) {
  const t = useTranslations('chooser');
  const { user } = usePerson();
  const [recentIds] = useState(() => deviceChoice.recent(user.id));
  return (
    <Card className="max-w-144" aria-label={t('title')}>
      <h2 className="text-xl font-bold tracking-tight">{t('title')}</h2>
      <p className="mt-1 mb-2.5 text-md text-dim">{t('text')}</p>
      <ChooserPanel devices={list.choosable} recentIds={recentIds} onChoose={onChoose} />
    </Card>
  );
}
