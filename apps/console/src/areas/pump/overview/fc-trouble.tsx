import type { FaultKind } from '@manoboard/contract/converter/profile-file';
import type { FcDevice } from '@manoboard/contract/device/device';
import { type Converter, faultOf } from '@manoboard/domain/fc/faults';
import { useTranslations } from 'use-intl';

interface TroubleProps {
  converter: Converter;
  /** R4.16: the board does not control this converter. */
  refused: FcDevice['refused'];
  /** `undefined` if the converter does not answer. */
  code: number | undefined;
}

/** Faults without reset advice: a reset by the user only hides them. */
const TECHNICIAN_FAULTS: readonly FaultKind[] = ['power_module', 'earth', 'setting', 'memory', 'time_over'];

/** R4.6, R5.1: the name of the fault, and advice. */
export function FcTrouble({ converter, code, refused }: TroubleProps) {
  const t = useTranslations();
  if (refused) {
    const names = {
      found: converter.fcType?.replace(/^unknown-?/, '') ?? '',
      configured: refused.configured,
    };
    return (
      <>
        <p className="text-tone-ink font-bold tracking-tight">
          {t(`fcState.refused.${refused.reason}`, names)}
        </p>
        <p className="text-md leading-normal mt-1!">{t(`fcState.refused.advice.${refused.reason}`, names)}</p>
      </>
    );
  }
  const fault = code === undefined ? undefined : faultOf(converter, code);
  if (fault) {
    return (
      <>
        <p className="text-tone-ink text-sm tabular-nums font-semibold">
          {t('fcState.codeName', { code: code ?? 0, name: fault.name })}
        </p>
        <p className="text-tone-ink font-bold tracking-tight">{t(`fault.${fault.kind}.title`)}</p>
        <p className="text-md leading-normal mt-1!">{t(`fault.${fault.kind}.advice`)}</p>
        {!TECHNICIAN_FAULTS.includes(fault.kind) && (
          <p className="text-md leading-normal mt-1!">{t('fcState.reset')}</p>
        )}
      </>
    );
  }
  const unnamed = code === undefined ? 'silence' : 'fault';
  return (
    <>
      {code !== undefined && code !== 0 && (
        <p className="text-tone-ink text-sm tabular-nums font-semibold">{t('fcState.code', { code })}</p>
      )}
      <p className="text-tone-ink font-bold tracking-tight">{t(`fcState.${unnamed}.title`)}</p>
      <p className="text-md leading-normal mt-1!">{t(`fcState.${unnamed}.advice`)}</p>
    </>
  );
}
