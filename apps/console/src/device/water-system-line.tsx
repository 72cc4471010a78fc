import type { WaterSystem } from '@manoboard/contract/device/water-system';
import { can } from '@manoboard/domain/access/policy';
import { systemWater } from '@manoboard/domain/pump/water-system';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { lazyComponent } from '../lib/page/lazy-component.tsx';
import { cardClass } from '../ui/card.tsx';
import { TextButton } from '../ui/text-button.tsx';
import { DeviceLink } from './links.tsx';
import { devicesQuery } from './queries.ts';
import { relationTo } from './use-rights.ts';
import { useWaterText, WaterDot, waterTones } from './water.tsx';
import { waterSystemOfQuery, waterSystemQuery, waterSystemsQuery } from './water-system.ts';

const WaterSystemDialog = lazyComponent(
  async () => (await import('./water-system-dialog.tsx')).WaterSystemDialog,
);

const UNKNOWN = { kind: 'unknown', tone: 'unknown' } as const;
const pumpName = ({ alias, id_dev }: WaterSystem['pumps'][number]) => alias?.trim() || id_dev;

/** R9.1: "There is water: 2 of 3 pumps work, 1 is switched off." */
function useSystemSentence() {
  const t = useTranslations();
  return ({ pumps }: WaterSystem) => {
    const { kind, tone, working, missing, off, unknown } = systemWater(
      pumps.map(({ water }) => water ?? UNKNOWN),
    );
    const parts = [
      t('waterSystem.working', { working, pumps: pumps.length }),
      ...(missing > 0 ? [t('waterSystem.missing', { count: missing })] : []),
      ...(off > 0 ? [t('waterSystem.off', { count: off })] : []),
      ...(unknown > 0 ? [t('waterSystem.unknown', { count: unknown })] : []),
    ];
    return { tone, text: `${t(`water.headline.${kind}`)}: ${parts.join(', ')}.` };
  };
}

/** The sentence of the system of a pump, with its other pumps; nothing without a system. */
export function WaterSystemLine({ deviceId }: { deviceId: string }) {
  const t = useTranslations('waterSystem');
  const { data: system } = useQuery(waterSystemOfQuery(deviceId));
  const sentenceOf = useSystemSentence();
  const [isOpen, setIsOpen] = useState(false);
  if (!system) return null;
  const { tone, text } = sentenceOf(system);
  return (
    <div
      className="flex flex-wrap items-baseline gap-x-2 gap-y-1 px-5 py-3 text-md max-sm:px-4"
      data-tone={waterTones[tone]}
    >
      <WaterDot tone={tone} />
      <b className="font-semibold">{system.name}</b>
      <span className="min-w-0 text-dim">{text}</span>
      {system.pumps
        .filter(({ id_dev }) => id_dev !== deviceId)
        .map((pump) => (
          <DeviceLink key={pump.id_dev} deviceId={pump.id_dev} className="text-link hover:underline">
            {pumpName(pump)}
          </DeviceLink>
        ))}
      {system.can_change && <TextButton onClick={() => setIsOpen(true)}>{t('change')}</TextButton>}
      {isOpen && <ChangeDialog system={system} onClose={() => setIsOpen(false)} />}
    </div>
  );
}

const ChangeDialog = ({ system, onClose }: { system: WaterSystem; onClose: () => void }) => (
  <WaterSystemDialog
    system={system}
    pumps={system.pumps.map((pump) => ({ id_dev: pump.id_dev, name: pumpName(pump) }))}
    onClose={onClose}
  />
);

function SystemCard({ system }: { system: WaterSystem }) {
  const t = useTranslations('waterSystem');
  const sentenceOf = useSystemSentence();
  const textOf = useWaterText();
  const [isOpen, setIsOpen] = useState(false);
  const { tone, text } = sentenceOf(system);
  return (
    <section className={`${cardClass} mb-4 grid gap-2`} aria-label={system.name}>
      <div className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
        <WaterDot tone={tone} />
        <h2 className="text-lg font-semibold">{system.name}</h2>
        <span className="text-sm text-dim">{t(`kind.${system.kind}`)}</span>
        {system.can_change && (
          <TextButton className="ml-auto" onClick={() => setIsOpen(true)}>
            {t('change')}
          </TextButton>
        )}
      </div>
      <p className="text-md">{text}</p>
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-md">
        {system.pumps.map((pump) => (
          <li key={pump.id_dev} className="flex items-baseline gap-2">
            <WaterDot tone={pump.water?.tone ?? 'unknown'} />
            <DeviceLink deviceId={pump.id_dev} className="text-link hover:underline pointer-coarse:py-2">
              {pumpName(pump)}
            </DeviceLink>
            {pump.water && <span className="text-dim">{textOf(pump.water).headline}</span>}
          </li>
        ))}
      </ul>
      {isOpen && <ChangeDialog system={system} onClose={() => setIsOpen(false)} />}
    </section>
  );
}

/** One system, above the list of its pumps. */
export function WaterSystemCard({ systemId }: { systemId: number }) {
  const { data } = useQuery(waterSystemQuery(systemId));
  return data ? <SystemCard system={data} /> : null;
}

/** A card for each system of the own pumps, and a way to make one of pumps that are in none. */
export function WaterSystemCards() {
  const t = useTranslations('waterSystem');
  const { data } = useQuery(waterSystemsQuery);
  const { data: devices = [] } = useQuery({ ...devicesQuery, staleTime: Number.POSITIVE_INFINITY });
  const [isOpen, setIsOpen] = useState(false);
  // A server without the calls.
  if (!data) return null;
  const joined = new Set(data.flatMap(({ pumps }) => pumps.map(({ id_dev }) => id_dev)));
  const free = devices.filter(
    (device) => !joined.has(device.id_dev) && can('join_systems', [], relationTo(device)),
  );
  return (
    <div className="mt-5">
      {data.map((system) => (
        <SystemCard key={system.id} system={system} />
      ))}
      {free.length > 1 && <TextButton onClick={() => setIsOpen(true)}>{t('join')}</TextButton>}
      {isOpen && <WaterSystemDialog pumps={[]} onClose={() => setIsOpen(false)} />}
    </div>
  );
}
