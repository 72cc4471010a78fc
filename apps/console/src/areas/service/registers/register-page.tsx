import type { RegisterRow } from '@manoboard/contract/device/diagnostics';
import { IconRefresh, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useUnreachable } from '../../../device/reach.ts';
import { useRegisterName } from '../../../device/use-register-name.ts';
import { QueryStates } from '../../../lib/http/query-states.tsx';
import { foldText, searchWords } from '../../../lib/texts/search-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { registersQuery } from './api.ts';
import { RegisterDialog } from './register-dialog.tsx';
import { RegisterTable } from './register-table.tsx';
import { UnknownConverter } from './unknown-converter.tsx';
import { isReadable, type Reads, useRegisterReads } from './use-register-reads.ts';

/** R4.12: searches the keypad label, description and address. */
function findRegisters(
  rows: readonly RegisterRow[],
  wanted: string,
  nameOf: (name: string, text: string | null) => string,
): RegisterRow[] {
  const words = searchWords(wanted);
  return rows.filter(({ label, name, text: own, address }) => {
    const text = foldText(`${label} ${nameOf(name, own)} ${name} ${address}`);
    return words.every((word) => text.includes(word));
  });
}

interface Props {
  deviceId: string;
  canWrite: boolean;
}

/** R4.12 per register: last value, read one, read all, search. */
export function RegisterPage({ deviceId, canWrite }: Props) {
  const t = useTranslations();
  const query = useQuery(registersQuery(deviceId));
  const { data, refetch } = query;
  const [wanted, setWanted] = useState('');
  const [editedAddress, setEditedAddress] = useState<number>();
  const reads = useRegisterReads(deviceId);
  const nameOf = useRegisterName();
  const unreachable = useUnreachable(deviceId);
  if (!data)
    return (
      <QueryStates query={query} failed={t('registers.failed')} cards={1}>
        {() => null}
      </QueryStates>
    );
  if (!data.is_known) return <UnknownConverter fcType={data.fc_type} />;
  const found = findRegisters(data.registers, wanted, nameOf);
  const closeDialog = () => {
    setEditedAddress(undefined);
    void refetch();
  };
  return (
    <Card aria-label={t('diagnostics.registers')}>
      <p className="text-md text-dim mb-4">{t('registers.leadType', { type: data.fc_type ?? '' })}</p>
      <div className="flex items-center flex-wrap justify-between gap-3 max-md:[&>button]:grow max-md:[&>button]:basis-full">
        <TextField
          className="flex-[0_1_20rem] max-md:grow max-md:basis-full"
          type="search"
          aria-label={t('registers.search')}
          placeholder={t('registers.search')}
          icon={<IconSearch size={16} aria-hidden />}
          value={wanted}
          onChange={(event) => setWanted(event.currentTarget.value)}
        />
        <ReadAll
          unreachable={unreachable}
          reads={reads}
          label={t(wanted.trim() === '' ? 'registers.readAll' : 'registers.readShown')}
          addresses={found.filter(isReadable).map(({ address }) => address)}
        />
      </div>
      {reads.problem && <FormNotice kind="problem">{reads.problem}</FormNotice>}
      <p className="text-sm text-dim mt-3 mb-1" role="status">
        {t('registers.found', { count: found.length })}
      </p>
      <RegisterTable
        rows={found}
        reads={reads}
        isReachable={unreachable === undefined}
        onWrite={canWrite ? setEditedAddress : undefined}
      />
      {editedAddress !== undefined && (
        <RegisterDialog deviceId={deviceId} initial={editedAddress} onClose={closeDialog} />
      )}
    </Card>
  );
}

interface ReadAllProps {
  unreachable: ReturnType<typeof useUnreachable>;
  reads: Reads;
  label: string;
  addresses: readonly number[];
}

function ReadAll({ unreachable, reads, label, addresses }: ReadAllProps) {
  const t = useTranslations();
  const { progress } = reads;
  if (progress && progress.all > 1) {
    return (
      <div className="grid items-center gap-3 text-md flex-[0_1_22rem] grid-cols-[minmax(4rem,1fr)_auto_auto] max-md:grow max-md:basis-full">
        <ProgressBar
          label={t('registers.readingAll')}
          percent={Math.round((100 * progress.done) / progress.all)}
        />
        <span className="tabular-nums tracking-tight">{t('registers.progress', progress)}</span>
        <Button variant="default" onClick={reads.stop}>
          {t('registers.stop')}
        </Button>
      </div>
    );
  }
  return (
    <>
      <Button
        icon={<IconRefresh size={18} stroke={1.7} aria-hidden />}
        disabled={progress !== undefined || addresses.length === 0 || unreachable !== undefined}
        onClick={() => void reads.read(addresses)}
      >
        {label}
      </Button>
      {unreachable && unreachable !== 'unknown' && (
        <p className="text-md text-dim mb-4">{t(`control.${unreachable}`)}</p>
      )}
    </>
  );
}
