import type { EventCode } from '@manoboard/contract/mqtt/event';
import { DAY_S, HOUR_S, MINUTE_S } from '@manoboard/domain/time';
import { IconDroplet, IconWalk } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useMomentText } from '../../../device/lock-out.ts';
import { useActualPressure } from '../../../device/use-quantity.ts';
import { useClock } from '../../../lib/time/clock.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { HoldButton } from './hold-button.tsx';
import { offStretchQuery } from './off-stretch.ts';

const icon = { size: 20, stroke: 1.8, 'aria-hidden': true } as const;

interface Props {
  deviceId: string;
  name: string;
  /** The protection that stopped the pump. */
  stoppedFor: EventCode | null;
  isOn: boolean;
  /** Why the pump cannot be started now. */
  refusal: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
}

/** R5.12: the question before a start: its reason in numbers, two things to be sure of, and a button to hold. */
export function StartDialog({ deviceId, name, stoppedFor, isOn, refusal, onConfirm, onClose }: Props) {
  const t = useTranslations();
  const problem = isOn ? t('start.alreadyOn') : refusal;
  return (
    <Dialog
      title={t('start.question', { name })}
      closeLabel={t('common.close')}
      isAtPhoneBottom
      onClose={onClose}
    >
      <p className="mb-4 text-lg leading-relaxed wrap-anywhere text-ink">
        {stoppedFor && <>{t('start.stoppedFor', { what: t(`boardEvent.${stoppedFor}`) })} </>}
        <OffText deviceId={deviceId} /> <PressureText deviceId={deviceId} /> {t('start.startsAtOnce')}
      </p>
      <h3 className="text-[1.17em] font-bold sr-only">{t('start.sure')}</h3>
      <ul className="border border-line rounded-lg bg-inset mb-4 [&_svg]:flex-none [&_svg]:text-dim [&_li+li]:border-t [&_li+li]:border-line">
        <li className="flex items-center gap-2.5 text-md font-medium px-4 py-3">
          <IconWalk {...icon} />
          {t('start.nobody')}
        </li>
        <li className="flex items-center gap-2.5 text-md font-medium px-4 py-3">
          <IconDroplet {...icon} />
          {t('start.water')}
        </li>
      </ul>
      {problem && (
        <div className="mb-3">
          <FormNotice kind="problem">{problem}</FormNotice>
        </div>
      )}
      <HoldButton isDisabled={problem !== undefined} onConfirm={onConfirm} />
      <Button variant="subtle" className="text-dim!" fullWidth size="touch" onClick={onClose}>
        {t('start.leaveOff')}
      </Button>
    </Dialog>
  );
}

function OffText({ deviceId }: { deviceId: string }) {
  const t = useTranslations('start.off');
  const momentText = useMomentText();
  const spanText = useSpanText();
  const { data, isPending } = useQuery(offStretchQuery(deviceId));
  const sinceS = data?.sinceS;
  const offS = useClock((nowS) => (sinceS === undefined ? null : nowS - sinceS));
  if (isPending) return t('loading');
  // At least less than a minute is nothing.
  if (!data || offS === null || (!data.isStart && offS < MINUTE_S)) return t('unknown');
  return t(data.isStart ? 'since' : 'sinceLeast', { span: spanText(offS), time: momentText(data.sinceS) });
}

const SPANS = [
  ['days', DAY_S],
  ['hours', HOUR_S],
  ['minutes', MINUTE_S],
] as const;

/** Whole days, else hours, else minutes. */
function useSpanText() {
  const t = useTranslations('start.span');
  return (seconds: number) => {
    const [unit, unitS] = SPANS.find(([, each]) => seconds >= each) ?? SPANS[2];
    return t(unit, { n: Math.floor(seconds / unitS) });
  };
}

function PressureText({ deviceId }: { deviceId: string }) {
  const t = useTranslations('start');
  const { shown } = useActualPressure(deviceId);
  if (shown.freshness !== 'live') return t('pressureUnknown');
  return t('pressure', { pressure: `${shown.text}\u00a0${shown.unit}` });
}
