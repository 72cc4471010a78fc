import type { RegistersRead } from '@manoboard/contract/device/diagnostics';
import { isLoggedCode, isMainOfFaultLog } from '@manoboard/domain/fc/fault-log';
import { faultOf } from '@manoboard/domain/fc/faults';
import { addressLabel, findRegister } from '@manoboard/domain/fc/profile';
import { profileOf } from '@manoboard/domain/fc/profiles';
import { digitsOf, type Register } from '@manoboard/domain/fc/register';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useRefusalText } from '../../../device/commands/use-refusal-text.ts';
import { useRegisterName } from '../../../device/use-register-name.ts';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { faultRegistersQuery } from './api.ts';
import classes from './fault-reset.module.css';

const CLOCK = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;

interface Props {
  deviceId: string;
  fcType: string | null;
}

/** R5.9: fault history and fault snapshot, read from the converter when the dialog opens. */
export function FaultRegisters({ deviceId, fcType }: Props) {
  const t = useTranslations();
  const titleId = useId();
  const { dateTime } = useFormatter();
  const refusalText = useRefusalText();
  const { data, error, isFetching, refetch } = useQuery(faultRegistersQuery(deviceId, fcType));
  const profile = fcType === null ? undefined : profileOf(fcType);
  const isMain = ({ address }: { address: number }) => {
    const register = profile && findRegister(profile, address);
    return profile !== undefined && register !== undefined && isMainOfFaultLog(profile, register);
  };
  return (
    <section aria-labelledby={titleId} aria-busy={isFetching}>
      <div className={classes.head}>
        <h3 id={titleId}>{t('faultReset.registers')}</h3>
        {data && !isFetching && (
          <span className={`num ${classes.quiet}`}>{dateTime(new Date(data.readAtMs), CLOCK)}</span>
        )}
      </div>
      {isFetching && (
        <p className={classes.quiet} role="status">
          {t('faultReset.reading')}
        </p>
      )}
      {error && !isFetching && (
        <>
          <FormNotice kind="problem">
            {t('faultReset.notRead')} {refusalText(error)}
          </FormNotice>
          <button type="button" className={classes.again} onClick={() => void refetch()}>
            {t('common.retry')}
          </button>
        </>
      )}
      {data && !isFetching && (
        <>
          <Rows fcType={fcType} registers={data.registers.filter(isMain)} />
          <details className={classes.more}>
            <summary>{t('faultReset.more')}</summary>
            <Rows fcType={fcType} registers={data.registers.filter((row) => !isMain(row))} />
          </details>
        </>
      )}
    </section>
  );
}

function Rows({ fcType, registers }: { fcType: string | null } & RegistersRead) {
  const t = useTranslations();
  const nameOf = useRegisterName();
  const valueText = useValueText(fcType);
  const profile = fcType === null ? undefined : profileOf(fcType);
  return (
    <table className={classes.table}>
      <tbody>
        {registers.map(({ address, value, reason }) => {
          const register = profile && findRegister(profile, address);
          return (
            <tr key={address}>
              <td className={`num ${classes.quiet}`}>{addressLabel(profile, address)}</td>
              <th scope="row">
                {register ? nameOf(register.name) : addressLabel(profile, address)}
                {register?.isVerified === false && (
                  <span className={classes.unverified}>{t('registers.unverifiedShort')}</span>
                )}
              </th>
              <td className="num">{reason ? t(`ack.${reason}`) : valueText(register, value)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** A fault has its code and keypad name, a quantity its unit. */
function useValueText(fcType: string | null) {
  const t = useTranslations();
  const { number } = useFormatter();
  return (register: Register | undefined, value: number | null): string => {
    if (value === null) return t('common.notAvailable');
    if (register && isLoggedCode(register)) {
      if (value === 0) return t('faultReset.noFault');
      return [value, faultOf(fcType, value)?.name].filter(Boolean).join(' ');
    }
    const digits = register ? digitsOf(register) : 0;
    const text = number(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });
    return register?.unit ? `${text}\u00a0${register.unit}` : text;
  };
}
