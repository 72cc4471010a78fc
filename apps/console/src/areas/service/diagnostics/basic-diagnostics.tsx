import type { Diagnostics } from '@manoboard/contract/device/diagnostics';
import type { Converter } from '@manoboard/domain/fc/faults';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { diagnosticsQuery } from '../../../device/queries.ts';
import { isCode, useCodeMeaning } from '../../../device/use-code-meaning.ts';
import { useEventName } from '../../../device/use-event-name.ts';
import { useFaultTitle } from '../../../device/use-fault-title.ts';
import { QueryStates } from '../../../lib/http/query-states.tsx';
import { useAgeText } from '../../../lib/texts/format.ts';
import { Card } from '../../../ui/card.tsx';
import { Fact, POLL_MS } from './fact.tsx';
import { Health } from './health.tsx';

/** R4.12 basic: all reported values of the board and its converter, and the raised events. */
export function BasicDiagnostics({ deviceId, converter }: { deviceId: string; converter: Converter }) {
  const t = useTranslations('diagnostics');
  const query = useQuery({ ...diagnosticsQuery(deviceId), refetchInterval: POLL_MS });
  return (
    <QueryStates query={query} failed={t('failed')} cards={2}>
      {(data) => (
        <div className="grid gap-gutter">
          <Health deviceId={deviceId} fault={data.fault} converter={converter} />
          <Values deviceId={deviceId} data={data} converter={converter} />
          <Events data={data} />
        </div>
      )}
    </QueryStates>
  );
}

interface Props {
  deviceId: string;
  data: Diagnostics;
  converter: Converter;
}

function Values({ deviceId, data, converter }: Props) {
  const t = useTranslations();
  const codeMeaning = useCodeMeaning();
  const faultTitle = useFaultTitle(converter);
  const frequency = data.values.find(({ name }) => name === 'frequency_fc')?.value ?? null;
  const codeTextOf = ({ name, value }: Diagnostics['values'][number]) => {
    if (name === 'fault') return faultTitle(value);
    return isCode(name) ? codeMeaning(name, value, frequency) : undefined;
  };
  const headingId = useId();
  return (
    <Card aria-labelledby={headingId}>
      <h2 className="text-lg font-semibold mb-3 tracking-tight" id={headingId}>
        {t('diagnostics.reported')}
      </h2>
      {data.values.length === 0 && <p className="text-md text-dim">{t('diagnostics.none')}</p>}
      <dl className="grid gap-y-5 gap-x-4 cols-fill-36 [--label-height:0] mt-4">
        {data.values.map((value) => (
          <Fact
            key={value.name}
            deviceId={deviceId}
            label={t(`device.field.${value.name}`)}
            {...value}
            codeText={codeTextOf(value)}
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
  const nameOf = useEventName();
  return (
    <Card aria-labelledby={headingId}>
      <h2 className="text-lg font-semibold mb-3 tracking-tight" id={headingId}>
        {t('diagnostics.events')}
      </h2>
      {data.events.length === 0 && <p className="text-md text-dim">{t('diagnostics.noEvents')}</p>}
      <ul>
        {data.events.map(({ id, code, raised_at, cleared_at }) => (
          <li
            className="flex flex-wrap gap-y-0.5 gap-x-4 justify-between py-2 border-t border-line"
            key={id}
            data-lasting={cleared_at === null}
          >
            <span className="font-medium first-letter:uppercase in-[li[data-lasting='true']]:text-stop-ink">
              {nameOf(code)}
            </span>
            <span className="text-md text-dim">
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
