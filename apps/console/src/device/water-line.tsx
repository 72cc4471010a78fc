import { useFormatter, useTranslations } from 'use-intl';
import { useAgeText } from '../lib/texts/format.ts';
import { serverNowS } from '../lib/time/clock.ts';
import { useLiveLink } from './live/use-link.ts';
import { usePump } from './use-device.ts';
import { type ListedWater, useWater, useWaterText, WaterDot, waterTones } from './water.tsx';

interface Props {
  device: { id: string; context: ListedWater; isOwn: boolean };
}

/** R9.1: the water of a pump now, beside an alert of it, which has its own title: the sentence does not repeat it. */
export function WaterLine({ device }: Props) {
  const t = useTranslations('water');
  useLiveLink(device.isOwn ? undefined : device.id);
  const { alert: _, ...water } = useWater(device.id, device.context);
  const { headline, sentence } = useWaterText()(water);
  const { ageS } = usePump(device.id);
  return (
    <section
      className="grid gap-1 rounded-md bg-tone-soft px-4 py-3 print:border print:border-line print:bg-transparent"
      aria-label={t('now')}
      data-tone={waterTones[water.tone]}
      data-water={water.kind}
    >
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <WaterDot tone={water.tone} />
        <strong className="text-lg text-tone-ink">{headline}</strong>
        {ageS !== null && <Age ageS={ageS} />}
      </p>
      <p className="text-md text-pretty">{sentence}</p>
    </section>
  );
}

/** Paper keeps a time; an age would grow wrong. */
function Age({ ageS }: { ageS: number }) {
  const { dateTime } = useFormatter();
  const age = useAgeText()(ageS);
  const at = new Date((serverNowS() - ageS) * 1000);
  return (
    <small className="ml-auto text-sm text-dim">
      <span className="print:hidden">{age}</span>
      <span className="hidden print:inline">{dateTime(at, { dateStyle: 'short', timeStyle: 'short' })}</span>
    </small>
  );
}
