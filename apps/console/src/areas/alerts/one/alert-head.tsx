import type { AlertDetail } from '@manoboard/contract/alert/alert';
import { alertCalls } from '@manoboard/contract/alert/alert.calls';
import { firstStep } from '@manoboard/domain/alerts/first-step';
import {
  IconArrowBackUp,
  IconArrowLeft,
  IconCalendarPlus,
  IconCheck,
  IconCircleDashed,
  IconClockPause,
  IconDots,
  IconHandGrab,
  IconHelpCircle,
  IconKey,
  IconPencil,
  IconPhone,
  IconRotate,
  IconUserExclamation,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { AlertListLink, DeviceLink } from '../../../device/links.tsx';
import { MapLink } from '../../../device/map-link.tsx';
import { request } from '../../../lib/http/http.ts';
import { useAction } from '../../../lib/http/use-action.ts';
import { useProblemToast } from '../../../lib/http/use-problem-text.ts';
import { useAgeText } from '../../../lib/texts/format.ts';
import { usePersonName } from '../../../lib/texts/use-person-name.ts';
import { useClock } from '../../../lib/time/clock.ts';
import { Button } from '../../../ui/button.tsx';
import { cardClass } from '../../../ui/card.tsx';
import { Dropdown, DropdownItem, DropdownLine } from '../../../ui/dropdown.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { StatePill } from '../../../ui/state-pill.tsx';
import type { Tone } from '../../../ui/tone.ts';
import { useAssignment } from '../work/use-assignment.ts';
import { alertEntry } from '../work/use-work-list.ts';
import { deviceNameOf, isShelvedAt, useAlertTexts, useHappened } from './alert-facts.ts';
import type { AlertRights } from './alert-rights.ts';
import { AlertIcon } from './alert-style.tsx';
import { NEXT_STEP } from './next-step-anchor.ts';
import { ShelveChoices } from './shelve-menu.tsx';
import type { AlertState } from './use-alert.ts';
import { useReopen } from './use-reopen.ts';
import { useTimeText } from './use-time-text.ts';

const small = { size: 15, stroke: 2, 'aria-hidden': true } as const;
const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

/** Whether a person is still needed, in words and not by colour alone. */
function State({ alert }: { alert: AlertDetail }) {
  const t = useTranslations('alertPage.state');
  const ageText = useAgeText();
  const timeText = useTimeText();
  const age = useClock((nowS) => ageText(Math.max(0, nowS - alert.timestamp)));
  const isShelved = useClock((nowS) => isShelvedAt(alert, nowS));
  const pill = (tone: Tone, Icon: typeof IconCheck, text: string) => (
    <StatePill tone={tone} icon={<Icon {...small} />}>
      {text}
    </StatePill>
  );
  if (alert.resolved) return pill('run', IconCheck, t('resolved'));
  return (
    <>
      {isShelved && pill('off', IconClockPause, t('shelved', { time: timeText(alert.shelved_until ?? 0) }))}
      {alert.cleared_timestamp === null
        ? pill('off', IconCircleDashed, t('open', { age }))
        : pill('run', IconCheck, t('cleared', { time: timeText(alert.cleared_timestamp) }))}
    </>
  );
}

export interface HeadProps {
  alert: AlertDetail;
  user: { id: number; name: string };
  rights: AlertRights;
  /** It stands beside the list, whose page has the title. */
  isBeside: boolean;
  /** R9.1: the water of the pump now. */
  water: ReactNode;
  /** R5.11: the start that the board plans, with its choices. */
  retry: ReactNode;
  /** The agreed visit of the device. */
  visit: ReactNode;
  onChanged: AlertState['replace'];
  onResolve: () => void;
  onNote: () => void;
  /** Opens the dialog of a visit; missing without the right. */
  onPlan: (() => void) | undefined;
}

/** What happened, where, since when, and the first thing to do about it. */
export function AlertHead(props: HeadProps) {
  const { alert, rights, isBeside, water, retry, visit } = props;
  const t = useTranslations('alertPage');
  const alerts = useTranslations('alerts');
  const work = useTranslations('work');
  const personName = usePersonName();
  const { titleOf } = useAlertTexts();
  const happened = useHappened(alert);
  const { severity, id_dev, address, place, owner, resolved } = alert;
  const Title = isBeside ? 'h2' : 'h1';
  return (
    <header className={`mb-gutter grid gap-4 ${cardClass}`}>
      {!isBeside && (
        <AlertListLink className="print:hidden -mt-2 inline-flex min-h-8 items-center gap-2 justify-self-start text-md text-dim pointer-coarse:min-h-11">
          <IconArrowLeft size={17} stroke={1.7} aria-hidden /> {t('toList')}
        </AlertListLink>
      )}
      <div className="flex items-start gap-4">
        <AlertIcon {...alert} severity={resolved ? 'info' : severity} isOver={resolved} isLarge />
        <div className="grid min-w-0 flex-1 grid-cols-1 gap-1.5">
          <Title className="text-xl leading-tight font-bold tracking-tight wrap-anywhere">
            {titleOf(alert)}
          </Title>
          <p className="text-md text-dim">
            {id_dev === null ? (
              <strong className="font-semibold">{t('installation')}</strong>
            ) : (
              <DeviceLink className="font-semibold text-link" deviceId={id_dev}>
                {deviceNameOf(alert)}
              </DeviceLink>
            )}
            {address && (
              <>
                {' · '}
                <MapLink
                  className="underline decoration-faint underline-offset-[0.2em] hover:text-link"
                  place={{ lat: null, lon: null, ...place, address }}
                  aria-label={work('map', { address })}
                >
                  {address}
                </MapLink>
              </>
            )}
            {owner && <> · {personName(owner.name)}</>}
          </p>
          {place?.key_at && (
            <p className="flex gap-2 text-md text-dim">
              <IconKey className="mt-0.5 flex-none" size={17} stroke={1.7} aria-hidden />
              {work('key', { where: place.key_at })}
            </p>
          )}
          <div className="flex flex-wrap gap-2">
            <span className="sr-only">{alerts(`severityOf.${severity}`)}</span>
            <State alert={alert} />
          </div>
        </div>
        {!resolved && rights.canResolve && (
          <div className="print:hidden">
            <Menu {...props} />
          </div>
        )}
      </div>
      <p className="text-lg leading-relaxed wrap-anywhere">{happened}</p>
      {water}
      {visit}
      {resolved ? (
        <Ended {...props} />
      ) : (
        <>
          {retry}
          <Actions {...props} />
        </>
      )}
    </header>
  );
}

function Menu({ alert, onChanged, onNote, onPlan }: HeadProps) {
  const t = useTranslations();
  const accept = useAction({
    send: () => request(alertCalls.acceptAlert, { params: { id: `${alert.id}` } }),
    onDone: onChanged,
    onFailed: useProblemToast(),
  });
  return (
    <Dropdown
      width="17rem"
      opener={
        <IconButton look="framed" label={t('alertPage.more')}>
          <IconDots size={20} stroke={1.8} aria-hidden />
        </IconButton>
      }
    >
      {(close) => {
        const closing = (act: () => unknown) => () => {
          close();
          act();
        };
        return (
          <>
            <DropdownItem icon={<IconPencil {...icon} />} onClick={closing(onNote)}>
              {t(alert.notes ? 'alertPage.editNote' : 'alertPage.addNote')}
            </DropdownItem>
            {onPlan && (
              <DropdownItem icon={<IconCalendarPlus {...icon} />} onClick={closing(onPlan)}>
                {t('visit.plan')}
              </DropdownItem>
            )}
            {alert.id_dev !== null && (
              <DropdownItem
                icon={<IconUserExclamation {...icon} />}
                render={<DeviceLink deviceId={alert.id_dev} tool="lock-out" />}
              >
                {t('lockOut.menu')}
              </DropdownItem>
            )}
            {alert.kind === 'behaves_differently' && (
              <DropdownItem
                icon={<IconCheck {...icon} />}
                disabled={accept.isSending}
                onClick={closing(() => accept.run())}
              >
                {t('alertPage.normal')}
              </DropdownItem>
            )}
            <DropdownLine />
            <ShelveChoices alerts={[alert]} onChanged={onChanged} close={close} />
          </>
        );
      }}
    </Dropdown>
  );
}

/** With one person in the ladder there is nobody to take the alert from; they rather want to know what to do. */
function Actions({ alert, user, rights, onChanged, onResolve }: HeadProps) {
  const t = useTranslations();
  const ageText = useAgeText();
  const personName = usePersonName();
  const { assignee, people, owner, id_dev, kind, code, resolved, cleared_timestamp, numbers } = alert;
  const { isSending, onTake, onRelease } = useAssignment({
    setAssignee: (_, next) => onChanged({ ...alert, assignee: next }),
    reloadDevices: () => undefined,
  });
  const entry = alertEntry(alert, 'now');
  const since = useClock((nowS) => ageText(Math.max(0, nowS - (assignee?.since ?? nowS))));
  const isMine = assignee?.user_id === user.id;
  const step = firstStep({
    kind,
    code,
    isOpen: !resolved,
    isCleared: cleared_timestamp !== null,
    fault: numbers.fault ?? 0,
  });
  // Nobody calls themselves: a technician may own a pump.
  const phone = owner?.name === user.name ? null : owner?.phone_number;
  const canTake = rights.canTake && (people === undefined || people > 1);
  const isTakeFirst = step === 'none' || (step === 'call' && !phone);
  return (
    <>
      {assignee && (
        <p className="text-md">
          <strong>
            {isMine ? t('work.mine') : t('alertPage.takenBy', { name: personName(assignee.name) })}
          </strong>{' '}
          <small className="text-dim">{since}</small>
        </p>
      )}
      <div className="flex flex-wrap gap-2.5 max-sm:[&>*]:grow print:hidden">
        {step === 'reset' && id_dev !== null && (
          <Button
            size="touch"
            icon={<IconRotate {...icon} />}
            render={<DeviceLink deviceId={id_dev} tool="fault-reset" />}
          >
            {t('alertPage.reset')}
          </Button>
        )}
        {canTake && !assignee && (
          <Button
            size="touch"
            variant={isTakeFirst ? 'filled' : 'default'}
            disabled={isSending}
            icon={<IconHandGrab {...icon} />}
            onClick={() => onTake(entry)}
          >
            {t('work.take')}
          </Button>
        )}
        {rights.canTake && isMine && (
          <Button size="touch" variant="default" disabled={isSending} onClick={() => onRelease(entry)}>
            {t('work.release')}
          </Button>
        )}
        {rights.canTake && !canTake && (
          <Button
            size="touch"
            variant={isTakeFirst ? 'filled' : 'default'}
            icon={<IconHelpCircle {...icon} />}
            render={<a href={`#${NEXT_STEP}`} />}
          >
            {t('alertPage.whatToDo')}
          </Button>
        )}
        {owner && phone && (
          <Button
            size="touch"
            variant={step === 'call' ? 'filled' : 'default'}
            icon={<IconPhone {...icon} />}
            aria-label={t('work.call', { name: owner.name, phone })}
            render={<a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} />}
          >
            {t('alertPage.call')}
          </Button>
        )}
        {rights.canResolve && (
          <Button size="touch" variant="default" icon={<IconCheck {...icon} />} onClick={onResolve}>
            {t('alertPage.resolve')}
          </Button>
        )}
      </div>
    </>
  );
}

/** Who has resolved it, and the way back. */
function Ended({ alert, rights, onChanged, onNote }: HeadProps) {
  const t = useTranslations('alertPage');
  const personName = usePersonName();
  const timeText = useTimeText();
  const reopen = useReopen(onChanged);
  const { run, isSending } = useAction({ send: () => reopen([alert]) });
  const { resolved_by, resolved_timestamp, notes } = alert;
  return (
    <div className="grid gap-3 border-t border-line pt-4">
      <p className="wrap-anywhere">
        <strong>
          {resolved_by ? t('ended.by', { name: personName(resolved_by) }) : t('state.resolved')}
        </strong>
        <span className="block text-md text-dim">
          {[resolved_timestamp !== null && timeText(resolved_timestamp, true), notes && `„${notes}“`]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </p>
      {rights.canResolve && (
        <div className="flex flex-wrap gap-2.5 max-sm:[&>*]:grow">
          <Button
            size="touch"
            variant="default"
            disabled={isSending}
            icon={<IconArrowBackUp {...icon} />}
            onClick={() => void run()}
          >
            {t('ended.reopen')}
          </Button>
          <Button size="touch" variant="default" icon={<IconPencil {...icon} />} onClick={onNote}>
            {t(notes ? 'editNote' : 'addNote')}
          </Button>
        </div>
      )}
    </div>
  );
}
