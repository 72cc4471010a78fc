import type { BoardLabel, FoundBoard } from '@manoboard/contract/device/found-board';
import { foundBoardCalls } from '@manoboard/contract/device/found-board.calls';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { request } from '../../../lib/http/http.ts';
import { useQuantityFormat } from '../../../lib/texts/format.ts';
import { Heading } from '../../../ui/heading.tsx';
import { WifiHelp } from './wifi-help.tsx';

/** Often enough for who has just switched the board on. */
const POLL_MS = 5000;

/** The board while its label is in the hand: requested again after each answer. Without queries, as all pages before the login. */
export function useFoundBoard(label: BoardLabel, found: FoundBoard): FoundBoard {
  const [{ board, answers }, setAnswer] = useState({ board: found, answers: 0 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: every answer, also a failed one, starts the next wait.
  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const next = await request(foundBoardCalls.findByLabel, { body: label, signal: stop.signal }).catch(
        () => undefined,
      );
      if (!stop.signal.aborted)
        setAnswer((known) => ({ board: next ?? known.board, answers: known.answers + 1 }));
    }, POLL_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [label, answers]);
  return board;
}

const TONES: Partial<Record<FoundBoard['water']['tone'], string>> = {
  water: 'bg-run-soft text-run-ink',
  look: 'bg-wait-soft text-wait-ink',
  act: 'bg-stop-soft text-stop-ink',
};

/** The second screen of a first pump: that it was found, with its water. */
export function FoundBoardHead({ board }: { board: FoundBoard }) {
  const t = useTranslations();
  const format = useQuantityFormat();
  const { is_online, pressure_bar, water } = board;
  if (!is_online)
    return (
      <div role="status">
        <Heading title={t('firstPump.found.waiting')} text={t('firstPump.found.waitingHint')} />
        <WifiHelp isOpen />
      </div>
    );
  const pressure = pressure_bar === null ? undefined : format('required_pressure', pressure_bar);
  return (
    <div className="flex items-center gap-4" role="status">
      {pressure && (
        <span
          className={`grid size-20 flex-none place-content-center rounded-4xl text-center ${TONES[water.tone] ?? 'bg-inset'}`}
        >
          <b className="text-title leading-none">{pressure.text}</b>
          <span className="text-sm">{pressure.unit}</span>
        </span>
      )}
      <Heading
        title={t('firstPump.found.title')}
        text={`${t('firstPump.found.online')} ${t(`water.headline.${water.kind}`)}.`}
      />
    </div>
  );
}
