import { isLoggedCode } from '@manoboard/domain/fc/fault-log';
import { type Converter, faultOf } from '@manoboard/domain/fc/faults';
import { digitsOf } from '@manoboard/domain/fc/register';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useRefusalText } from '../../../device/commands/use-refusal-text.ts';
import { useRegisterName } from '../../../device/use-register-name.ts';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { faultRegistersQuery, type LoggedRegister } from './api.ts';

const CLOCK = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;

interface Props {
  deviceId: string;
  converter: Converter;
}

/** R5.9: fault history and fault snapshot, read from the converter when the dialog opens. */
export function FaultRegisters({ deviceId, converter }: Props) {
  const t = useTranslations();
  const titleId = useId();
  const { dateTime } = useFormatter();
  const refusalText = useRefusalText();
  const { data, error, isFetching, refetch } = useQuery(faultRegistersQuery(deviceId));
  if (data?.registers.length === 0 && !isFetching) return null;
  return (
    <section aria-labelledby={titleId} aria-busy={isFetching}>
      <div className="flex items-baseline justify-between gap-4 mb-1.5">
        <h3 id={titleId}>{t('faultReset.registers')}</h3>
        {data && !isFetching && (
          <span className="tabular-nums tracking-tight text-dim text-sm">
            {dateTime(new Date(data.readAtMs), CLOCK)}
          </span>
        )}
      </div>
      {isFetching && (
        <p className="text-dim text-sm" role="status">
          {t('faultReset.reading')}
        </p>
      )}
      {error && !isFetching && (
        <>
          <FormNotice kind="problem">
            {t('faultReset.notRead')} {refusalText(error)}
          </FormNotice>
          <TextButton onClick={() => void refetch()}>{t('common.retry')}</TextButton>
        </>
      )}
      {data && !isFetching && (
        <>
          <Rows
            converter={converter}
            registers={data.registers.filter(({ fault_log }) => fault_log === 'main')}
          />
          <details className="[&_summary]:py-3 [&_summary]:text-dim [&_summary]:text-sm [&_summary]:cursor-pointer">
            <summary>{t('faultReset.more')}</summary>
            <Rows
              converter={converter}
              registers={data.registers.filter(({ fault_log }) => fault_log === 'more')}
            />
          </details>
        </>
      )}
    </section>
  );
}

interface RowsProps {
  converter: Converter;
  registers: readonly LoggedRegister[];
}

function Rows({ converter, registers }: RowsProps) {
  const t = useTranslations();
  const nameOf = useRegisterName();
  const valueText = useValueText(converter);
  const columns: Column<LoggedRegister>[] = [
    {
      key: 'register',
      header: t('registers.register'),
      className: 'tabular-nums tracking-tight text-dim',
      cell: ({ label }) => label,
    },
    {
      key: 'description',
      header: t('registers.description'),
      isRowHead: true,
      className: 'font-[450]',
      cell: ({ name, text, is_verified }) => (
        <>
          {nameOf(name, text)}
          {!is_verified && (
            <span className="text-wait-ink text-xs ml-2">{t('registers.unverifiedShort')}</span>
          )}
        </>
      ),
    },
    {
      key: 'value',
      header: t('registers.value'),
      isNumber: true,
      className: 'font-bold',
      cell: (register) => (register.reason ? t(`ack.${register.reason}`) : valueText(register)),
    },
  ];
  return <Table columns={columns} rows={registers} rowKey={({ address }) => address} isFramed isDense />;
}

/** A fault has its code and keypad name, a quantity its unit. */
function useValueText(converter: Converter) {
  const t = useTranslations();
  const { number } = useFormatter();
  return (register: LoggedRegister): string => {
    const { value, unit } = register;
    if (value === null) return t('common.notAvailable');
    if (isLoggedCode(register)) {
      if (value === 0) return t('faultReset.noFault');
      return [value, faultOf(converter, value)?.name].filter(Boolean).join(' ');
    }
    const digits = digitsOf(register);
    const text = number(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });
    return unit ? `${text}\u00a0${unit}` : text;
  };
}
