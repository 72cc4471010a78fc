import { ResettableMeter } from '@manoboard/contract/command/command';
import { statsTarget } from '@manoboard/domain/telemetry/stats-poll';
import { IconBolt, IconClockHour4 } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import { useSortableLabels } from '../../../lib/keys/use-sortable-labels.ts';
import { useCardOrder } from '../../../lib/page/card-order.ts';
import { SectionHead } from '../../../ui/section-head.tsx';
import { SortableList } from '../../../ui/sortable-list.tsx';
import { ValueRow } from '../../../ui/value.tsx';
import { ResetMeter } from './reset-meter.tsx';
import { type Meter, useMeter, useMotor } from './use-meter.ts';

const iconProps = { size: 18, stroke: 1.8, 'aria-hidden': true } as const;

/** R4.7: default units, used until the server sends one. */
const CARDS: Record<ResettableMeter, { unit: string; icon: ReactNode }> = {
  electro_meter: { unit: 'kW', icon: <IconBolt {...iconProps} color="var(--wait)" /> },
  motor_operating_hours: {
    unit: 'H',
    icon: <IconClockHour4 {...iconProps} color="var(--accent)" />,
  },
};
/** A prefix separates them from the overview values in the stored order. */
const cardId = (meter: ResettableMeter) => `stat-${meter}` as const;
const CARD_IDS = ResettableMeter.options.map(cardId);

interface Props {
  deviceId: string;
  fcId: string | null;
  roles: readonly string[];
}

/** R4.7 */
export function StatCards({ deviceId, fcId, roles }: Props) {
  const t = useTranslations('stats');
  const headingId = useId();
  const texts = useSortableLabels();
  const { order, setOrder } = useCardOrder(CARD_IDS);
  const target = statsTarget(deviceId, fcId, roles);
  const { isRunning, isFresh } = useMotor(deviceId, target);
  const meters: Record<ResettableMeter, Meter> = {
    electro_meter: useMeter(deviceId, 'electro_meter', target, CARDS.electro_meter.unit),
    motor_operating_hours: useMeter(
      deviceId,
      'motor_operating_hours',
      target,
      CARDS.motor_operating_hours.unit,
    ),
  };
  const items = order.flatMap((id) =>
    ResettableMeter.options
      .filter((meter) => cardId(meter) === id)
      .map((meter) => ({
        id,
        name: t(meter),
        content: <StatCard deviceId={deviceId} meter={meter} {...meters[meter]} />,
      })),
  );
  return (
    <section aria-labelledby={headingId} data-running={isRunning}>
      <SectionHead
        id={headingId}
        title={t('title')}
        hint={isRunning === undefined || !isFresh ? undefined : t(isRunning ? 'running' : 'standing')}
      />
      <SortableList items={items} label={t('title')} texts={texts} onReorder={setOrder} />
    </section>
  );
}

interface CardProps extends Meter {
  deviceId: string;
  meter: ResettableMeter;
}

function StatCard({ deviceId, meter, shown, replace }: CardProps) {
  const t = useTranslations('stats');
  const reset = <ResetMeter deviceId={deviceId} meter={meter} name={t(meter)} onReset={replace} />;
  return <ValueRow icon={CARDS[meter].icon} label={t(meter)} action={reset} {...shown} />;
}
