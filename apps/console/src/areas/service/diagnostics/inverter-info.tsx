import { converterDataCalls } from '@manoboard/contract/device/converter-data.calls';
import type { AnalogInputConfig } from '@manoboard/contract/device/device-config';
import type { BasicInfo } from '@manoboard/contract/device/diagnostics';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { QueryStates } from '../../../lib/http/query-states.tsx';
import { readQuery } from '../../../lib/http/read-query.ts';
import { Card } from '../../../ui/card.tsx';
import { Fact, POLL_MS } from './fact.tsx';

const basicInfoQuery = (id: string) =>
  readQuery(['basic-info', id], converterDataCalls.basicInfo, { params: { id } });

/** R4.12 in the order of the spec. */
const FACTS = [
  'motor_rpm',
  'motor_power',
  'electro_meter',
  'motor_current',
  'required_pressure',
  'motor_operating_hours',
] as const;

/** R4.12 inverter basic info. */
export function InverterInfo({ deviceId }: { deviceId: string }) {
  const t = useTranslations('diagnostics');
  const query = useQuery({ ...basicInfoQuery(deviceId), refetchInterval: POLL_MS });
  return (
    <QueryStates query={query} failed={t('failed')} cards={2}>
      {(info) => (
        <div className="grid gap-gutter">
          <Inverter deviceId={deviceId} info={info} />
          <Inputs info={info} />
        </div>
      )}
    </QueryStates>
  );
}

function Inverter({ deviceId, info }: { deviceId: string; info: BasicInfo }) {
  const t = useTranslations();
  return (
    <Card aria-label={t('diagnostics.inverter')}>
      <p className="text-md text-dim">
        {t('diagnostics.fcType')}: <strong>{info.fc_type ?? t('common.notAvailable')}</strong> ·{' '}
        {t('diagnostics.fcId')}: <strong>{info.fc_id ?? t('common.notAvailable')}</strong>
      </p>
      <dl className="grid gap-y-5 gap-x-4 cols-fill-36 [--label-height:0] mt-4">
        {FACTS.map((name) => (
          <Fact
            key={name}
            deviceId={deviceId}
            name={name}
            label={t(`device.field.${name}`)}
            {...info[name]}
          />
        ))}
      </dl>
    </Card>
  );
}

function Inputs({ info: { inputs } }: { info: BasicInfo }) {
  const t = useTranslations('diagnostics');
  const headingId = useId();
  return (
    <Card aria-labelledby={headingId}>
      <h2 className="text-lg font-semibold mb-3 tracking-tight" id={headingId}>
        {t('inputs')}
      </h2>
      {inputs ? (
        <div className="grid gap-4 cols-fit-64">
          {([2, 3] as const).map((n) => (
            <InputSettings key={n} n={n} input={inputs[`AnalogInput${n}`]} />
          ))}
        </div>
      ) : (
        <p className="text-md text-dim">{t('inputsUnknown')}</p>
      )}
    </Card>
  );
}

function InputSettings({ n, input }: { n: number; input: AnalogInputConfig | null }) {
  const t = useTranslations('diagnostics');
  const { number } = useFormatter();
  const format = (value: number | undefined) => (value === undefined ? '–' : number(value));
  const name = input?.alias || t('input', { n });
  if (!input || input.enabled === 0) {
    return (
      <section aria-label={name}>
        <h3 className="text-md font-semibold mb-1.5">{name}</h3>
        <p className="text-md text-dim">{t(input ? 'inputOff' : 'inputNone')}</p>
      </section>
    );
  }
  const rows = {
    inputRange: t('inputSpan', { min: format(input.min), max: format(input.max), unit: input.unit ?? '' }),
    inputReference: t('inputVolts', { min: format(input.minRefVoltage), max: format(input.maxRefVoltage) }),
    inputNormalizer: t('inputFactor', { n: format(input.normalizer) }),
  };
  return (
    <section aria-label={name}>
      <h3 className="text-md font-semibold mb-1.5">{name}</h3>
      <dl className="text-md">
        {(Object.keys(rows) as (keyof typeof rows)[]).map((key) => (
          <div className="flex justify-between gap-4 border-t border-line py-1" key={key}>
            <dt className="text-dim">{t(key)}</dt>
            <dd className="tabular-nums tracking-tight">{rows[key]}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
