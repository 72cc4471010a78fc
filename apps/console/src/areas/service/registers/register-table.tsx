import type { RegisterRow } from '@manoboard/contract/device/diagnostics';
import { wordsOf } from '@manoboard/domain/fc/register';
import { IconArrowsDiff } from '@tabler/icons-react';
import { useFormatter, useTranslations } from 'use-intl';
import { useRegisterName } from '../../../device/use-register-name.ts';
import { roundAge, useAgeText } from '../../../lib/texts/format.ts';
import { useClock } from '../../../lib/time/clock.ts';
import { Button } from '../../../ui/button.tsx';
import { registerScale } from './register-scale.ts';
import { isReadable, type Reads } from './use-register-reads.ts';

interface TableProps {
  rows: readonly RegisterRow[];
  reads: Reads;
  isReachable: boolean;
  /** `undefined` without the right to write. */
  onWrite: ((address: number) => void) | undefined;
}

/** R4.12: register, register value, read, description. */
export function RegisterTable({ rows, ...row }: TableProps) {
  const t = useTranslations('registers');
  if (rows.length === 0) return <p className="text-md text-dim mb-4">{t('noMatch')}</p>;
  return (
    <table className="text-md w-full max-md:block [&_th]:px-3.25 [&_th]:py-2.5 [&_th]:text-left [&_th]:align-middle [&_td]:px-3.25 [&_td]:py-2.5 [&_td]:text-left [&_td]:align-middle max-md:[&_thead]:sr-only max-md:[&_tbody]:block [&_thead_th]:text-dim [&_thead_th]:text-sm [&_thead_th]:font-medium [&_tbody_tr]:border-t [&_tbody_tr]:border-line [&_tbody_th]:font-semibold [&_tbody_th]:whitespace-nowrap max-md:[&_tbody_tr]:grid max-md:[&_tbody_tr]:gap-y-0.5 max-md:[&_tbody_tr]:gap-x-2.5 max-md:[&_tbody_tr]:px-0 max-md:[&_tbody_tr]:py-2.5 max-md:[&_tbody_tr]:grid-cols-[4.5rem_minmax(0,1fr)_auto] max-md:[&_tbody_th]:p-0 max-md:[&_tbody_th]:row-[1/3] max-md:[&_tbody_td]:p-0">
      <thead>
        <tr>
          <th scope="col">{t('register')}</th>
          <th scope="col">{t('description')}</th>
          <th scope="col">{t('value')}</th>
          <th scope="col">{t('read')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((register) => (
          <Row key={register.address} register={register} {...row} />
        ))}
      </tbody>
    </table>
  );
}

type RowProps = Omit<TableProps, 'rows'> & { register: RegisterRow };

function Row({ register, reads, isReachable, onWrite }: RowProps) {
  const t = useTranslations('registers');
  const nameOf = useRegisterName();
  const { address, label, name, text, is_verified, is_writable } = register;
  return (
    <tr>
      <th scope="row" className="tabular-nums tracking-tight">
        {label}
      </th>
      <td>
        {nameOf(name, text)}{' '}
        {!is_verified && (
          <span
            className="text-xs font-medium whitespace-nowrap rounded-lg inline-block px-1.75 py-0.5 bg-wait-soft text-wait-ink"
            title={t('unverified')}
          >
            {t('unverifiedShort')}
          </span>
        )}
      </td>
      <td className="max-md:col-start-2">
        <RegisterValue register={register} reads={reads} />
      </td>
      <td className="[&>*+*]:ml-1.5 max-md:[&>*+*]:ml-0 w-[1%]! whitespace-nowrap! max-md:[grid-area:1/3/3] max-md:grid! max-md:gap-1.75! max-md:w-auto!">
        {isReadable(register) && (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={t('readOne', { label })}
            disabled={reads.progress !== undefined || !isReachable}
            onClick={() => void reads.read([address])}
          >
            {t('read')}
          </Button>
        )}
        {is_writable && onWrite && (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={t('setOne', { label })}
            onClick={() => onWrite(address)}
          >
            {t('set')}
          </Button>
        )}
      </td>
    </tr>
  );
}

const hex = (word: number, type: RegisterRow['type']) =>
  `0x${word
    .toString(16)
    .toUpperCase()
    .padStart(4 * wordsOf({ type }), '0')}`;

function RegisterValue({ register, reads }: Pick<RowProps, 'register' | 'reads'>) {
  const t = useTranslations();
  const { number } = useFormatter();
  const ageText = useAgeText();
  const { address, word, previous_word, ts, unit } = register;
  const age = useClock((nowS) => (ts === null ? null : roundAge(Math.max(0, nowS - ts))));
  const scale = registerScale(register);
  const formatWord = (raw: number) => {
    const digits = { minimumFractionDigits: scale.digits, maximumFractionDigits: scale.digits };
    return `${number(scale.valueOf(raw), digits)} ${unit}`.trim();
  };
  const reason = reads.refused.get(address);
  const hasChanged = word !== null && previous_word !== null && previous_word !== word;
  return (
    <>
      {reason && (
        <span className="block text-sm text-stop-ink">
          {t('registers.refused', { reason: t(`ack.${reason}`) })}
        </span>
      )}
      {word === null ? (
        !reason && <span className="text-sm text-dim whitespace-nowrap">{t('registers.neverRead')}</span>
      ) : (
        <>
          <strong className="tabular-nums tracking-tight">{formatWord(word)}</strong>{' '}
          <span className="text-sm text-dim whitespace-nowrap">
            {t('registers.word', { word: hex(word, register.type) })}
            {age !== null && ` · ${ageText(age)}`}
          </span>
        </>
      )}
      {hasChanged && (
        <span className="flex items-center gap-1.25 text-sm font-medium text-wait-ink">
          <IconArrowsDiff size={14} aria-hidden />
          {t('registers.changed', { before: formatWord(previous_word) })}
        </span>
      )}
    </>
  );
}
