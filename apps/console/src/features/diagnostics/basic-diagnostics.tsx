import type { Diagnostics } from '@manoboard/contract/diagnostics';
import { faultOf } from '@manoboard/domain/fc/faults';
import { fcLinkOf } from '@manoboard/domain/fc-link';
import type { Messages } from '@manoboard/i18n/messages';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { diagnosticsQuery } from '../../lib/device-diagnostics.ts';
import { useAgeText } from '../../lib/format.ts';
import { isCode, useCodeWords } from '../../lib/use-code-words.ts';
import { Card } from '../../ui/card.tsx';
import { StatePill } from '../../ui/state-pill.tsx';
import classes from './diagnostics.module.css';
import { DiagnosticsState } from './diagnostics-state.tsx';
import { Fact } from './fact.tsx';
import { FaultIcon, LinkIcon } from './icons.tsx';

/** R6.1: as often as a page polls. */
const ASK_AGAIN_MS = 6000;

/** R4.12 basic: everything that the board last said of itself and its converter, and what it raised. */
export function BasicDiagnostics({ deviceId, fcType }: { deviceId: string; fcType: string | null }) {
  const query = useQuery({ ...diagnosticsQuery(deviceId), refetchInterval: ASK_AGAIN_MS });
  return (
    <DiagnosticsState query={query}>
      {(data) => (
        <>
          <Health data={data} fcType={fcType} />
          <Values data={data} fcType={fcType} />
          <Events data={data} />
        </>
      )}
    </DiagnosticsState>
  );
}

interface Props {
  data: Diagnostics;
  fcType: string | null;
}

/** R5.1: the words of a fault, as far as this type of converter has them. */
function useFaultWord(fcType: string | null) {
  const t = useTranslations();
  return (code: number) => {
    const fault = faultOf(fcType, code);
    if (code === 0) return t('diagnostics.noFault');
    return fault ? t(`fault.${fault.kind}.title`) : t('fcState.fault.title');
  };
}

function Health({ data, fcType }: Props) {
  const t = useTranslations('diagnostics');
  const faultWord = useFaultWord(fcType);
  const link = fcLinkOf(data, data.online);
  const { code, name } = data.fault;
  const faultText =
    code === null
      ? t('faultUnknown')
      : code === 0
        ? t('noFault')
        : t('faultNamed', { name: [faultWord(code), name].filter(Boolean).join(' · '), code });
  const linkText = { ok: t('fcOk'), error: t('fcError'), unknown: t('fcUnknown') }[link];
  return (
    <Card aria-label={t('values')}>
      <dl className={classes.health}>
        <div>
          <dt>{t('fcLink')}</dt>
          <dd>
            <StatePill
              tone={link === 'ok' ? 'run' : link === 'error' ? 'stop' : 'off'}
              icon={<LinkIcon state={link} />}
            >
              {linkText}
            </StatePill>
          </dd>
        </div>
        <div>
          <dt>{t('fault')}</dt>
          <dd>
            <StatePill
              tone={code === null ? 'off' : code === 0 ? 'run' : 'stop'}
              icon={<FaultIcon code={code} />}
            >
              {faultText}
            </StatePill>
          </dd>
        </div>
      </dl>
    </Card>
  );
}

function Values({ data, fcType }: Props) {
  const t = useTranslations();
  const codeWord = useCodeWords();
  const faultWord = useFaultWord(fcType);
  const frequency = data.values.find(({ name }) => name === 'frequency_fc')?.value ?? null;
  const wordOf = ({ name, value }: Diagnostics['values'][number]) => {
    if (name === 'fault') return faultWord(value);
    return isCode(name) ? codeWord(name, value, frequency) : undefined;
  };
  const headingId = useId();
  return (
    <Card aria-labelledby={headingId}>
      <h2 className={classes.heading} id={headingId}>
        {t('diagnostics.reported')}
      </h2>
      {data.values.length === 0 && <p className={classes.quiet}>{t('diagnostics.none')}</p>}
      <dl className={classes.values}>
        {data.values.map((value) => (
          <Fact
            key={value.name}
            label={t(`device.field.${value.name}`)}
            {...value}
            word={wordOf(value)}
            isLive={data.online}
          />
        ))}
      </dl>
    </Card>
  );
}

function Events({ data }: Pick<Props, 'data'>) {
  const t = useTranslations();
  const ageText = useAgeText();
  const headingId = useId();
  const age = (at: number) => ageText(Math.max(0, data.now - at));
  const nameOf = (code: string) => {
    const key = `boardEvent.${code as keyof Messages['boardEvent']}` as const;
    return t.has(key) ? t(key) : code;
  };
  return (
    <Card aria-labelledby={headingId}>
      <h2 className={classes.heading} id={headingId}>
        {t('diagnostics.events')}
      </h2>
      {data.events.length === 0 && <p className={classes.quiet}>{t('diagnostics.noEvents')}</p>}
      <ul className={classes.events}>
        {data.events.map(({ id, code, raised_at, cleared_at }) => (
          <li key={id} data-lasting={cleared_at === null}>
            <span className={classes.event}>{nameOf(code)}</span>
            <span className={classes.quiet}>
              {raised_at !== null && `${t('diagnostics.raised', { age: age(raised_at) })} · `}
              {cleared_at === null
                ? t('diagnostics.lasting')
                : t('diagnostics.over', { age: age(cleared_at) })}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
