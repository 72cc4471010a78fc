import { MAX_WALL_PUMPS } from '@manoboard/contract/device/wall.calls';
import { MAX_CSV_DEVICES } from '@manoboard/contract/fleet/fleet';
import type { FleetActionKind } from '@manoboard/contract/fleet/fleet-action';
import {
  IconBellCog,
  IconCpu,
  IconDeviceTv,
  IconDroplets,
  IconFolder,
  IconHandStop,
  IconTag,
  IconX,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { WaterSystemDialog } from '../../../device/water-system-dialog.tsx';
import { DownloadLink } from '../../../lib/http/download-link.tsx';
import { useProblemText } from '../../../lib/http/use-problem-text.ts';
import { useDisplayTimeZone } from '../../../lib/time/time-zone.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogButtons, DialogText } from '../../../ui/dialog.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { csvHref, type FleetFilters } from './api.ts';
import { LabelDialog } from './label-dialog.tsx';
import { type BulkProgress, useBulk } from './use-bulk.ts';
import type { Selection } from './use-selection.ts';

type Opened = 'label' | 'group' | 'rule' | 'firmware' | 'take' | 'system' | 'wall';

/** Sets the numbers of one rule; the area of alerts has its words. */
export type RuleDialog = (props: {
  subject: string;
  onApply: (action: FleetActionKind) => void;
  onClose: () => void;
}) => ReactNode;

/** Makes a link that shows these pumps on a screen; the area of accounts has the tokens. */
export type WallDialog = (props: { pumps: readonly WallChoice[]; onClose: () => void }) => ReactNode;
interface WallChoice {
  id: string;
  name: string;
}

interface Props {
  selection: Selection;
  /** All devices of the list, in its order. */
  ids: readonly string[];
  filters: FleetFilters;
  nameOf: (id: string) => string;
  ruleDialog: RuleDialog;
  wallDialog: WallDialog;
  onLabelRemoved: (id: number) => void;
}

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;
const BUTTON =
  'inline-flex min-h-10 flex-none cursor-pointer items-center gap-2 rounded-md bg-white/10 px-3.5 text-md font-medium whitespace-nowrap text-white hover:bg-white/20 pointer-coarse:min-h-11';

/** What can be done with the ticked devices. Never a start or a stop of many. */
export function BulkBar({ selection, ids, filters, nameOf, onLabelRemoved, ...dialogs }: Props) {
  const t = useTranslations('fleet.bulk');
  const [opened, setOpened] = useState<Opened>();
  const { progress, run, close } = useBulk();
  const chosen = [...selection.ids];
  const subject = t('selected', { count: chosen.length });
  const apply = (action: FleetActionKind) => {
    setOpened(undefined);
    void run(chosen, action);
  };
  const dialog = { subject, onApply: apply, onClose: () => setOpened(undefined) };
  const button = (name: Opened, Icon: typeof IconTag) => (
    <button type="button" className={BUTTON} onClick={() => setOpened(name)}>
      <Icon {...icon} /> {t(name)}
    </button>
  );
  return (
    <>
      {chosen.length > 0 && (
        <section
          aria-label={t('title')}
          className="sticky bottom-4 z-20 mx-auto mt-4 flex w-fit max-w-full items-center gap-2 overflow-x-auto rounded-lg border border-white/15 bg-[#14202b] py-2 pr-2 pl-4 text-white shadow-popover scrollbar-none max-sm:bottom-18 print:hidden"
        >
          <b className="mr-2 flex-none text-md font-medium tabular-nums" role="status">
            {subject}
          </b>
          {button('take', IconHandStop)}
          {button('group', IconFolder)}
          {button('label', IconTag)}
          {button('rule', IconBellCog)}
          {button('firmware', IconCpu)}
          {chosen.length > 1 && button('system', IconDroplets)}
          {chosen.length <= MAX_WALL_PUMPS && button('wall', IconDeviceTv)}
          <SelectionCsv chosen={selection.ids} ids={ids} filters={filters} />
          <button
            type="button"
            className={`${BUTTON} px-2.5`}
            aria-label={t('clear')}
            onClick={() => selection.set([])}
          >
            <IconX {...icon} />
          </button>
        </section>
      )}
      {(opened === 'label' || opened === 'group') && (
        <LabelDialog kind={opened} {...dialog} onRemoved={onLabelRemoved} />
      )}
      {opened === 'rule' && dialogs.ruleDialog(dialog)}
      {(opened === 'take' || opened === 'firmware') && <Question name={opened} {...dialog} />}
      {opened === 'wall' &&
        dialogs.wallDialog({
          pumps: chosen.map((id) => ({ id, name: nameOf(id) })),
          onClose: dialog.onClose,
        })}
      {opened === 'system' && (
        <WaterSystemDialog
          pumps={chosen.map((id) => ({ id_dev: id, name: nameOf(id) }))}
          onClose={dialog.onClose}
        />
      )}
      {progress && (
        <Outcome
          progress={progress}
          nameOf={nameOf}
          onClose={() => {
            // What is not done stays ticked.
            const failed = progress.results.filter(({ problem }) => problem).map(({ id_dev }) => id_dev);
            if (!progress.error) selection.set(failed);
            close();
          }}
        />
      )}
    </>
  );
}

interface CsvProps extends Pick<Props, 'ids' | 'filters'> {
  chosen: ReadonlySet<string>;
}

/** The whole list by its filters; a part of it by its IDs, while they fit in an address. */
function SelectionCsv({ chosen, ids, filters }: CsvProps) {
  const t = useTranslations('fleet.bulk');
  const zone = useDisplayTimeZone();
  const isAll = chosen.size === ids.length && ids.every((id) => chosen.has(id));
  if (!isAll && chosen.size > MAX_CSV_DEVICES) return null;
  const { sort, order } = filters;
  const own = { ...(sort && { sort }), ...(order && { order }) };
  return (
    <DownloadLink
      href={isAll ? csvHref(filters, zone) : csvHref(own, zone, [...chosen])}
      fileName="fleet.csv"
      isPlain
      className={`${BUTTON} text-white!`}
    >
      {t('csv')}
    </DownloadLink>
  );
}

interface QuestionProps {
  name: 'take' | 'firmware';
  subject: string;
  onApply: (action: FleetActionKind) => void;
  onClose: () => void;
}

function Question({ name, subject, onApply, onClose }: QuestionProps) {
  const t = useTranslations();
  return (
    <Dialog
      title={t(`fleet.bulk.${name}`)}
      subject={subject}
      closeLabel={t('common.close')}
      onClose={onClose}
    >
      <DialogText>{t(`fleet.bulk.text.${name}`)}</DialogText>
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button data-autofocus onClick={() => onApply({ kind: name })}>
          {t(`fleet.bulk.${name}`)}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

interface OutcomeProps {
  progress: BulkProgress;
  nameOf: (id: string) => string;
  onClose: () => void;
}

/** How many are done, and why the others are not. */
function Outcome({ progress, nameOf, onClose }: OutcomeProps) {
  const t = useTranslations();
  const problemText = useProblemText();
  const { results, total, error, isRunning, action } = progress;
  const refused = results.filter(({ problem }) => problem !== null);
  const byProblem = Map.groupBy(refused, ({ problem }) => problem ?? 'INTERNAL');
  const notSent = total - results.length;
  return (
    <Dialog
      title={t(`fleet.bulk.${action.kind === 'alert_rule' ? 'rule' : action.kind}`)}
      closeLabel={t('common.close')}
      isSending={isRunning}
      onClose={onClose}
    >
      <div role="status" className="grid gap-3">
        <p className="text-lg font-semibold">
          {isRunning
            ? t('fleet.bulk.progress', { done: results.length, total })
            : t('fleet.bulk.done', { done: results.length - refused.length, refused: refused.length })}
        </p>
        {isRunning && (
          <ProgressBar label={t('fleet.bulk.title')} percent={Math.round((100 * results.length) / total)} />
        )}
        {!isRunning && error !== null && (
          <p className="text-md text-stop-ink">
            {t('fleet.bulk.stopped', { count: notSent })} {problemText(error)}
          </p>
        )}
        {[...byProblem].map(([problem, rows]) => (
          <p key={problem} className="text-md text-dim">
            <b className="font-semibold text-ink">{rows.map(({ id_dev }) => nameOf(id_dev)).join(', ')}</b>:{' '}
            {t(`problem.${problem}`)}
          </p>
        ))}
      </div>
      {!isRunning && (
        <DialogButtons>
          <Button data-autofocus onClick={onClose}>
            {t('common.close')}
          </Button>
        </DialogButtons>
      )}
    </Dialog>
  );
}
