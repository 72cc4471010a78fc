import type { RegisterRow } from '@manoboard/contract/device/diagnostics';
import { wordsOf } from '@manoboard/domain/fc/register';
import { Button } from '@mantine/core';
import { IconArrowsDiff } from '@tabler/icons-react';
import { useFormatter, useTranslations } from 'use-intl';
import { useRegisterName } from '../../../device/use-register-name.ts';
import { roundAge, useAgeText } from '../../../lib/texts/format.ts';
import { useClock } from '../../../lib/time/clock.ts';
import classes from './register-page.module.css';
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
  if (rows.length === 0) return <p className="text-md dim margin-0-0-6">{t('noMatch')}</p>;
  return (
    <table className={classes.table}>
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
      <th scope="row" className="num">
        {label}
      </th>
      <td>
        {nameOf(name, text)}{' '}
        {!is_verified && (
          <span className={classes.unverified} title={t('unverified')}>
            {t('unverifiedShort')}
          </span>
        )}
      </td>
      <td className={classes.value}>
        <RegisterValue register={register} reads={reads} />
      </td>
      <td className={classes.actions}>
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
        <span className="block text-sm stop-ink">
          {t('registers.refused', { reason: t(`ack.${reason}`) })}
        </span>
      )}
      {word === null ? (
        !reason && <span className="text-sm dim nowrap">{t('registers.neverRead')}</span>
      ) : (
        <>
          <strong className="num">{formatWord(word)}</strong>{' '}
          <span className="text-sm dim nowrap">
            {t('registers.word', { word: hex(word, register.type) })}
            {age !== null && ` · ${ageText(age)}`}
          </span>
        </>
      )}
      {hasChanged && (
        <span className="row gap-2 text-sm medium wait-ink">
          <IconArrowsDiff size={14} aria-hidden />
          {t('registers.changed', { before: formatWord(previous_word) })}
        </span>
      )}
    </>
  );
}
