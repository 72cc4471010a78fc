import type { RegisterRow } from '@manoboard/contract/device/diagnostics';
import { wordsOf } from '@manoboard/domain/fc/register';
import { IconArrowsDiff } from '@tabler/icons-react';
import { useFormatter, useTranslations } from 'use-intl';
import { useRegisterName } from '../../../device/use-register-name.ts';
import { PHONE, useMedia } from '../../../lib/page/use-media.ts';
import { roundAge, useAgeText } from '../../../lib/texts/format.ts';
import { useClock } from '../../../lib/time/clock.ts';
import { Button } from '../../../ui/button.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
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
export function RegisterTable({ rows, reads, isReachable, onWrite }: TableProps) {
  const t = useTranslations('registers');
  const nameOf = useRegisterName();
  const isStacked = useMedia(PHONE);
  if (rows.length === 0) return <p className="text-md text-dim mb-4">{t('noMatch')}</p>;
  const columns: Column<RegisterRow>[] = [
    {
      key: 'register',
      header: t('register'),
      isRowHead: true,
      phone: 'title',
      className: 'tabular-nums tracking-tight font-semibold whitespace-nowrap',
      cell: ({ label }) => label,
    },
    {
      key: 'description',
      header: t('description'),
      phone: 'text',
      cell: ({ name, text, is_verified }) => (
        <>
          {nameOf(name, text)}{' '}
          {!is_verified && (
            <span
              className="text-xs font-medium whitespace-nowrap rounded-lg inline-block px-2 py-0.5 bg-wait-soft text-wait-ink"
              title={t('unverified')}
            >
              {t('unverifiedShort')}
            </span>
          )}
        </>
      ),
    },
    {
      key: 'value',
      header: t('value'),
      phone: 'text',
      cell: (register) => <RegisterValue register={register} reads={reads} />,
    },
    {
      key: 'read',
      header: t('read'),
      phone: 'action',
      isNarrow: true,
      className: 'space-x-1.5',
      cell: (register) => (
        <>
          {isReadable(register) && (
            <Button
              variant="default"
              size="compact-sm"
              aria-label={t('readOne', { label: register.label })}
              disabled={reads.progress !== undefined || !isReachable}
              onClick={() => void reads.read([register.address])}
            >
              {t('read')}
            </Button>
          )}
          {register.is_writable && onWrite && (
            <Button
              variant="default"
              size="compact-sm"
              aria-label={t('setOne', { label: register.label })}
              onClick={() => onWrite(register.address)}
            >
              {t('set')}
            </Button>
          )}
        </>
      ),
    },
  ];
  return <Table columns={columns} rows={rows} rowKey={({ address }) => address} isStacked={isStacked} />;
}

const hex = (word: number, type: RegisterRow['type']) =>
  `0x${word
    .toString(16)
    .toUpperCase()
    .padStart(4 * wordsOf({ type }), '0')}`;

function RegisterValue({ register, reads }: { register: RegisterRow; reads: Reads }) {
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
        <span className="flex items-center gap-1 text-sm font-medium text-wait-ink">
          <IconArrowsDiff size={14} aria-hidden />
          {t('registers.changed', { before: formatWord(previous_word) })}
        </span>
      )}
    </>
  );
}
