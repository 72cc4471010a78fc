import { isLoggedCode } from '@manoboard/domain/fc/fault-log';
import { type Converter, faultOf } from '@manoboard/domain/fc/faults';
import { digitsOf } from '@manoboard/domain/fc/register';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useRefusalText } from '../../../device/commands/use-refusal-text.ts';
import { useRegisterName } from '../../../device/use-register-name.ts';
import { FormNotice } from '../../../ui/form-notice.tsx';
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
          <details className="[&_summary]:py-3.25 [&_summary]:text-dim [&_summary]:text-sm [&_summary]:cursor-pointer">
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
  return (
    <table className="border border-line rounded-md bg-inset text-sm w-full border-spacing-[0] [&_tr+tr>*]:border-t [&_tr+tr>*]:border-line">
      <tbody>
        {registers.map((register) => (
          <tr key={register.address}>
            <td className="tabular-nums tracking-tight text-dim text-sm px-3.25 py-1.25 text-left font-[450] max-sm:px-1.75 max-sm:py-1.25 last:text-right last:font-bold last:whitespace-nowrap">
              {register.label}
            </td>
            <th className="px-3.25 py-1.25 text-left font-[450] max-sm:px-1.75 max-sm:py-1.25" scope="row">
              {nameOf(register.name, register.text)}
              {!register.is_verified && (
                <span className="text-wait-ink text-xs ml-2">{t('registers.unverifiedShort')}</span>
              )}
            </th>
            <td className="tabular-nums tracking-tight px-3.25 py-1.25 text-left font-[450] max-sm:px-1.75 max-sm:py-1.25 last:text-right last:font-bold last:whitespace-nowrap">
              {register.reason ? t(`ack.${register.reason}`) : valueText(register)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
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
