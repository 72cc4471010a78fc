import type { Alert } from '@manoboard/contract/alert/alert';
import { alertCalls } from '@manoboard/contract/alert/alert.calls';
import { IconChevronDown, IconClockPause, IconClockPlay } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { request } from '../../../lib/http/http.ts';
import { useAction } from '../../../lib/http/use-action.ts';
import { useProblemToast } from '../../../lib/http/use-problem-text.ts';
import { toast } from '../../../lib/page/toast.ts';
import { serverNowS, useClock } from '../../../lib/time/clock.ts';
import { secondsOfWallTime, wallTimeOf } from '../../../lib/time/wall-time.ts';
import { Button } from '../../../ui/button.tsx';
import { Dropdown, DropdownItem, DropdownLabel } from '../../../ui/dropdown.tsx';
import { deviceNameOf, isShelvedAt } from './alert-facts.ts';
import { useTimeText } from './use-time-text.ts';

const SPANS = ['quarter', 'hour', 'tomorrow', 'week'] as const;
type Span = (typeof SPANS)[number];
const MINUTES = { quarter: 15, hour: 60, week: 7 * 1440 };
/** Tomorrow begins when people get up. */
const MORNING_H = 7;

/** Minutes until the next morning, in the zone of the console. */
function minutesUntilTomorrow(nowS: number): number {
  const { day, ...wall } = wallTimeOf(nowS);
  const morningS = secondsOfWallTime({ ...wall, day: day + 1, hours: MORNING_H, minutes: 0 });
  return Math.ceil((morningS - nowS) / 60);
}

interface Props {
  alerts: readonly Alert[];
  onChanged: (alert: Alert) => void;
}

interface Change {
  send: (id: string) => Promise<Alert | undefined>;
  text: (alert: Alert) => string;
}

/** Shelves alerts and reports the first reason of a failure. */
function useShelving({ alerts, onChanged }: Props) {
  const t = useTranslations();
  const timeText = useTimeText();
  const { run, isSending } = useAction({
    send: async ({ send, text }: Change) => {
      for (const { id } of alerts) {
        const changed = await send(`${id}`);
        if (!changed) return;
        onChanged(changed);
        toast(text(changed), { device: deviceNameOf(changed) });
      }
    },
    onFailed: useProblemToast(),
  });
  return {
    isSending,
    shelve: (span: Span) => {
      const minutes = span === 'tomorrow' ? minutesUntilTomorrow(serverNowS()) : MINUTES[span];
      void run({
        send: (id) => request(alertCalls.shelveAlert, { params: { id }, body: { minutes } }),
        text: ({ shelved_until }) =>
          t('alertShelf.shelvedUntil', { time: timeText(shelved_until ?? serverNowS() + 60 * minutes) }),
      });
    },
    unshelve: () =>
      void run({
        send: (id) => request(alertCalls.unshelveAlert, { params: { id } }),
        text: () => t('alertShelf.unshelved'),
      }),
  };
}

/** Silences alerts for a time: no notices, no deliveries, no count. */
export function ShelveMenu(props: Props) {
  const t = useTranslations('alertShelf');
  const { isSending, shelve, unshelve } = useShelving(props);
  const isShelved = useClock((nowS) => props.alerts.every((alert) => isShelvedAt(alert, nowS)));
  if (isShelved)
    return (
      <Button
        variant="default"
        fullWidth
        icon={<IconClockPlay size={18} stroke={1.7} aria-hidden />}
        disabled={isSending}
        onClick={unshelve}
      >
        {t('unshelve')}
      </Button>
    );
  return (
    <Dropdown
      align="start"
      width="15rem"
      opener={
        <Button variant="default" fullWidth icon={<IconClockPause size={18} stroke={1.7} aria-hidden />}>
          {t('shelve')} <IconChevronDown className="inline" size={16} stroke={1.7} aria-hidden />
        </Button>
      }
    >
      {(close) => <ShelveItems close={close} isSending={isSending} onShelve={shelve} />}
    </Dropdown>
  );
}

interface ItemsProps {
  close: () => void;
  isSending: boolean;
  onShelve: (span: Span) => void;
}

const ShelveItems = ({ close, isSending, onShelve }: ItemsProps) => {
  const t = useTranslations('alertShelf');
  return (
    <>
      {SPANS.map((span) => (
        <DropdownItem
          key={span}
          disabled={isSending}
          onClick={() => {
            close();
            onShelve(span);
          }}
        >
          {t(`span.${span}`)}
        </DropdownItem>
      ))}
      <p className="text-sm text-dim mx-3 mt-1 mb-2">{t('hint')}</p>
    </>
  );
};

/** The same choices inside another menu. */
export function ShelveChoices({ close, ...props }: Props & { close: () => void }) {
  const t = useTranslations('alertShelf');
  const { isSending, shelve, unshelve } = useShelving(props);
  const isShelved = useClock((nowS) => props.alerts.every((alert) => isShelvedAt(alert, nowS)));
  if (!isShelved)
    return (
      <>
        <DropdownLabel>{t('shelve')}</DropdownLabel>
        <ShelveItems close={close} isSending={isSending} onShelve={shelve} />
      </>
    );
  return (
    <DropdownItem
      disabled={isSending}
      onClick={() => {
        close();
        unshelve();
      }}
    >
      {t('unshelve')}
    </DropdownItem>
  );
}
