import type { Enrolment } from '@manoboard/contract/installation/enrolment';
import { installationCalls } from '@manoboard/contract/installation/installation.calls';
import { DeviceId } from '@manoboard/contract/text';
import { Button, TextInput } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useForm } from '../../../lib/forms/use-form.ts';
import { request } from '../../../lib/http/http.ts';
import { withProof } from '../../../lib/http/proof.ts';
import { Card } from '../../../ui/card.tsx';
import form from '../../../ui/form.module.css';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { SectionHead } from '../../../ui/section-head.tsx';
import { BoardLabel } from './board-label.tsx';
import classes from './enrolment.module.css';

/** As in docs/guide/board.md. */
const startCommand = (boardUrl: string, id: string) =>
  `npm run board -- --mqtt ${boardUrl} --id ${id} --secret-file ${id}.secret`;

const readId = (typed: string) => typed.trim().toUpperCase();

/** Enrols a board, then shows its secret once and its label. `boardUrl` is the address for boards. */
export function EnrolCard({ boardUrl }: { boardUrl: string }) {
  const t = useTranslations('enrolment');
  const [board, setBoard] = useState<Enrolment>();
  return (
    <Card aria-labelledby="enrolment" className={classes.card}>
      <SectionHead id="enrolment" title={t('title')} />
      {board ? (
        <EnrolledBoard board={board} boardUrl={boardUrl} onClose={() => setBoard(undefined)} />
      ) : (
        <EnrolForm onEnrolled={setBoard} />
      )}
    </Card>
  );
}

function EnrolForm({ onEnrolled }: { onEnrolled: (board: Enrolment | undefined) => void }) {
  const t = useTranslations('enrolment');
  /** For one request: a later one of the form must not replace. */
  const isReplacing = useRef(false);
  const [sentId, setSentId] = useState<string>();
  const fields = useForm({
    initial: { id_dev: '' },
    validate: ({ id_dev }) =>
      id_dev.trim() === '' || DeviceId.safeParse(readId(id_dev)).success
        ? {}
        : { id_dev: 'validation.device_id_format' },
    send: async ({ id_dev }) => {
      const id = readId(id_dev);
      setSentId(id);
      const body = { id_dev: id || null, is_replacing: isReplacing.current };
      isReplacing.current = false;
      onEnrolled(await withProof(() => request(installationCalls.enrolBoard, { body })));
    },
  });
  const { isSending, problem, problemCode, values } = fields;
  const replace = () => {
    isReplacing.current = true;
    void fields.submit(values);
  };
  return (
    <form className={form.form} onSubmit={fields.onSubmit} noValidate aria-busy={isSending}>
      <p className={classes.quiet}>{t('lead')}</p>
      {problem && <FormNotice kind="problem">{problem}</FormNotice>}
      {problemCode === 'DEVICE_ENROLLED' && sentId === readId(values.id_dev) && (
        <>
          <p>{t('replaceWarning')}</p>
          <div className={classes.buttons}>
            <Button color="red" disabled={isSending} onClick={replace}>
              {t('replace', { id: sentId })}
            </Button>
          </div>
        </>
      )}
      <TextInput
        {...fields.text('id_dev')}
        label={t('id')}
        description={t('idHint')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <div className={classes.buttons}>
        <Button type="submit" disabled={isSending}>
          {t(isSending ? 'sending' : 'submit')}
        </Button>
      </div>
    </form>
  );
}

interface EnrolledProps {
  board: Enrolment;
  boardUrl: string;
  onClose: () => void;
}

function EnrolledBoard({ board, boardUrl, onClose }: EnrolledProps) {
  const t = useTranslations('enrolment');
  const { id_dev: id, claim_code, secret } = board;
  const icon = { size: 17, stroke: 1.8, 'aria-hidden': true };
  const save = async () => {
    const { saveFile } = await import('../../../lib/http/download.ts');
    saveFile(new Blob([`${secret}\n`], { type: 'text/plain' }), `${id}.secret`);
  };
  return (
    <>
      <FormNotice kind="success">
        {t('done', { id })} {t('once')}
      </FormNotice>
      <dl className={classes.facts}>
        <div>
          <dt>{t('secret')}</dt>
          <dd>{secret}</dd>
        </div>
        <div>
          <dt>{t('command')}</dt>
          <dd>{startCommand(boardUrl, id)}</dd>
        </div>
      </dl>
      <BoardLabel claim={{ id_dev: id, claim_code }} name={t('label', { id, code: claim_code })} />
      <p className={classes.quiet}>{t('labelHint')}</p>
      <div className={classes.buttons}>
        <Button leftSection={<IconDownload {...icon} />} onClick={save}>
          {t('download')}
        </Button>
        <Button variant="default" leftSection={<IconPrinter {...icon} />} onClick={() => window.print()}>
          {t('print')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('close')}
        </Button>
      </div>
    </>
  );
}
