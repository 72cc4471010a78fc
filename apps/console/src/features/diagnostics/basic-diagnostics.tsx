import type { Diagnostics } from '@manoboard/contract/diagnostics';
import { fcLinkOf } from '@manoboard/domain/fc-link';
import type { Messages } from '@manoboard/i18n/messages';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { useAgeText } from '../../lib/format.ts';
import { Card } from '../../ui/card.tsx';
import { StatePill } from '../../ui/state-pill.tsx';
import { diagnosticsQuery } from './api.ts';
import classes from './diagnostics.module.css';
import { DiagnosticsState } from './diagnostics-state.tsx';
import { Fact } from './fact.tsx';
import { FaultIcon, LinkIcon } from './icons.tsx';

/** R6.1: as often as a page polls. */
const ASK_AGAIN_MS = 6000;

/** R4.12 basic: everything that the board last said of itself and its converter, and what it raised. */
export function BasicDiagnostics({ deviceId }: { deviceId: string }) {
  const query = useQuery({ ...diagnosticsQuery(deviceId), refetchInterval: ASK_AGAIN_MS });
  return (
    <DiagnosticsState query={query}>
      {(data) => (
        <>
          <Health data={data} />
          <Values data={data} />
          <Events data={data} />
        </>
      )}
    </DiagnosticsState>
  );
}

interface Props {
  data: Diagnostics;
}

function Health({ data }: Props) {
  const t = useTranslations('diagnostics');
  const link = fcLinkOf(data, data.online);
  const { code, name } = data.fault;
  const faultText =
    code === null
      ? t('faultUnknown')
      : code === 0
        ? t('noFault')
        : name
          ? t('faultNamed', { name, code })
          : t('faultCode', { code });
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

function Values({ data }: Props) {
  const t = useTranslations();
  const headingId = useId();
  return (
    <Card aria-labelledby={headingId}>
      <h2 className={classes.heading} id={headingId}>
        {t('diagnostics.reported')}
      </h2>
      {data.values.length === 0 && <p className={classes.quiet}>{t('diagnostics.none')}</p>}
      <dl className={classes.values}>
        {data.values.map((value) => (
          <Fact key={value.name} label={t(`device.field.${value.name}`)} {...value} />
        ))}
      </dl>
    </Card>
  );
}

function Events({ data }: Props) {
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
